#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Prints what a release is made of, as SPDX 2.3 in JSON.

    sbom.py --version VERSION --archive FILE --programs FOLDER --stripped FOLDER
            --manifest FILE --dependencies FILE [--resolved FILE]

PROGRAMS has them with their symbols, which tell what parts of Swift's library are inside; STRIPPED has them
as they are released. MANIFEST is what `swift package dump-package` prints, DEPENDENCIES what `swift package
show-dependencies --format json` does, and RESOLVED is Package.resolved. System libraries come from the
loader and dpkg. A licence that nothing here names is NOASSERTION. The date is that of SOURCE_DATE_EPOCH.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
from urllib.parse import quote

PROGRAMS = ("facedown", "facedown-server")
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"

# The licences of Debian's packages, by source package; their copyright files differ in form.
SYSTEM_LICENCES = {
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "libcap2": "BSD-3-Clause OR GPL-2.0-only",
    "libev": "BSD-2-Clause OR GPL-2.0-or-later",
    "libwebsockets": "MIT",
    "nats.c": "Apache-2.0",
    "cnats": "Apache-2.0",
    "openssl": "Apache-2.0",
    "protobuf-c": "BSD-2-Clause",
    "qrencode": "LGPL-2.1-or-later",
    "sqlite3": "blessing",
    "zlib": "Zlib",
}

# Parts of Swift's library: a symbol that a program has if the part is inside, its licence, its source.
SWIFT_PARTS = {
    "swift-standard-library": ("swift_retain", SWIFT_LICENCE, "swift"),
    "swift-concurrency": ("swift_task_create", SWIFT_LICENCE, "swift"),
    "swift-string-processing": (r"\$s17_StringProcessing", SWIFT_LICENCE,
                                "swift-experimental-string-processing"),
    "swift-corelibs-libdispatch": ("dispatch_async", "Apache-2.0 WITH Swift-exception",
                                   "swift-corelibs-libdispatch"),
    "swift-foundation": (r"\$s20FoundationEssentials", SWIFT_LICENCE, "swift-foundation"),
    "swift-corelibs-foundation": (r"\$s10Foundation[0-9A-Z]", SWIFT_LICENCE,
                                  "swift-corelibs-foundation"),
    "swift-foundation-icu": (r"(?:swift_)?ucol_open|ucal_open", "Unicode-3.0",
                             "swift-foundation-icu"),
}

# Parts of other packages and of this repository that have a copyright of their own.
INCLUDED = [
    ("libyaml", "MIT", "https://github.com/yaml/libyaml", "yams", "compiled by the Swift package Yams"),
    ("noto-color-emoji", "Apache-2.0", "https://github.com/googlefonts/noto-emoji", None,
     "the artwork of the cards' faces is drawn from it"),
    ("unicode-cldr", "Unicode-3.0", "https://cldr.unicode.org", None,
     "the names of the cards' faces"),
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def identifier(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))


def package(identity, name, version, licence, location, purl=None, **more):
    entry = {
        "SPDXID": identity,
        "name": name,
        "downloadLocation": location or "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence or "NOASSERTION",
        "licenseDeclared": licence or "NOASSERTION",
        "copyrightText": "NOASSERTION",
    }
    if version:
        entry["versionInfo"] = version
    if purl:
        entry["externalRefs"] = [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": purl,
        }]
    entry.update(more)
    return entry


def licence_of(folder):
    """The SPDX expression of the licence file of a checked-out package."""
    for name in sorted(os.listdir(folder)):
        if re.match(r"LICEN[CS]E(\.(txt|md))?$", name, re.IGNORECASE):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = " ".join(file.read().split())
            if "Apache License" in text:
                return SWIFT_LICENCE if "Runtime Library Exception" in text else "Apache-2.0"
            if "Permission is hereby granted, free of charge" in text:
                return "MIT"
    return None


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def dependency_tree(root):
    """Each Swift package below this one: identity to (folder, the identities it depends on)."""
    found = {}
    waiting = list(root["dependencies"])
    while waiting:
        item = waiting.pop()
        found[item["identity"]] = (item["path"], {d["identity"] for d in item["dependencies"]})
        waiting += item["dependencies"]
    return found


def linked_packages(manifest, tree):
    """The identities of packages that a program imports, directly or not; tests need the others."""
    targets = {target["name"]: target for target in manifest["targets"]}
    waiting, seen, linked = list(PROGRAMS), set(), set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in targets:
            continue
        seen.add(name)
        for dependency in targets[name]["dependencies"]:
            if "product" in dependency:
                linked.add(dependency["product"][1].lower())
            else:
                waiting.append(next(iter(dependency.values()))[0])
    unknown = linked - tree.keys()
    if unknown:
        sys.exit(f"sbom: the manifest names packages that are not resolved: {sorted(unknown)}")
    waiting = list(linked)
    while waiting:
        for identity in tree[waiting.pop()][1] - linked:
            linked.add(identity)
            waiting.append(identity)
    return linked


def swift_packages(options):
    """Entries and relationships of the Swift packages."""
    tree = dependency_tree(read(options.dependencies))
    linked = linked_packages(read(options.manifest), tree)
    pins = {pin["identity"]: pin for pin in read(options.resolved)["pins"]}
    entries, relations = [], []
    for identity in sorted(pins):
        pin = pins[identity]
        state, place = pin["state"], pin["location"]
        if identity not in tree:
            sys.exit(f"sbom: {identity} is pinned, but no package depends on it: swift package reset.")
        folder, dependencies = tree[identity]
        name = identifier("Swift", identity)
        bare = re.sub(r"^https://|\.git$", "", place)
        entries.append(package(
            name, identity, state.get("version", state["revision"]), licence_of(folder),
            f"git+{place}@{state['revision']}",
            f"pkg:swift/{bare}@{state.get('version', state['revision'])}"))
        if identity in linked:
            relations.append((identifier("facedown"), "STATIC_LINK", name))
        else:
            relations.append((name, "TEST_DEPENDENCY_OF", identifier("facedown")))
        for other in sorted(dependencies):
            relations.append((name, "DEPENDS_ON", identifier("Swift", other)))
    return entries, relations


def swift_runtime(folder):
    """Entries and relationships of the parts of Swift's library inside the programs."""
    version = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    symbols = ""
    for program in PROGRAMS:
        symbols += run("nm", "--defined-only", "--format=just-symbols",
                       os.path.join(folder, program))
    entries, relations = [], []
    for name, (symbol, licence, repository) in SWIFT_PARTS.items():
        if not re.search(rf"(?m)^_?_?{symbol}", symbols):
            continue
        identity = identifier("SwiftRuntime", name)
        entries.append(package(
            identity, name, version, licence,
            f"git+https://github.com/swiftlang/{repository}@swift-{version}-RELEASE",
            comment="Part of the Swift toolchain, linked statically."))
        relations.append((identifier("facedown"), "STATIC_LINK", identity))
    return entries, relations


def loaded_libraries(folder):
    """Every library the loader takes for the programs: name to (path, whether a program names it)."""
    found = {}
    for program in PROGRAMS:
        path = os.path.join(folder, program)
        direct = set(re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", path)))
        for name, place in re.findall(r"(\S+) => (/\S+)", run("ldd", path)):
            # Programs that are not of a release load Swift's library, which is named above.
            if "/lib/swift/" not in place:
                found[name] = (place, name in direct or found.get(name, ("", False))[1])
        missing = re.findall(r"(\S+) => not found", run("ldd", path))
        if missing:
            sys.exit(f"sbom: {program} needs {missing[0]}, which is not installed.")
    return found


def debian_package_of(path):
    # dpkg may know the path before or after usr was merged.
    for place in (os.path.realpath(path), re.sub(r"^/usr/", "/", os.path.realpath(path)), path):
        answer = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True)
        if answer.returncode == 0:
            return re.sub(r":[^:]*$", "", answer.stdout.splitlines()[0].split(": ")[0])
    sys.exit(f"sbom: no Debian package has {path}.")


def system_packages(folder):
    """Entries and relationships of Debian's packages whose libraries the programs load."""
    with open("/etc/os-release", encoding="utf-8") as file:
        release = re.search(r"VERSION_CODENAME=(\S+)", file.read()).group(1)
    # libwebsockets loads its event loop by name.
    libraries = {"libwebsockets-evlib-ev": {"files": [], "direct": True}}
    for name, (path, direct) in sorted(loaded_libraries(folder).items()):
        entry = libraries.setdefault(debian_package_of(path), {"files": [], "direct": False})
        entry["files"].append(name)
        entry["direct"] |= direct
    entries, relations = [], []
    for name, facts in sorted(libraries.items()):
        version, architecture, source = run(
            "dpkg-query", "-W", "-f", "${Version}\n${Architecture}\n${source:Package}\n", name
        ).split()[:3]
        identity = identifier("Debian", name)
        files = ", ".join(facts["files"]) or "loaded by name"
        entries.append(package(
            identity, name, version, SYSTEM_LICENCES.get(source), None,
            f"pkg:deb/debian/{quote(name)}@{quote(version, safe=':~')}"
            f"?arch={architecture}&distro={release}",
            comment=f"Not part of the release: {files}.", supplier="Organization: Debian"))
        kind = "DYNAMIC_LINK" if facts["direct"] else "DEPENDS_ON"
        relations.append((identifier("facedown"), kind, identity))
    return entries, relations


def document(options):
    with open(options.archive, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    name = os.path.basename(options.archive).removesuffix(".tar.gz")
    root = identifier("facedown")
    entries = [package(
        root, "facedown", options.version, "Apache-2.0", None, f"pkg:generic/{name}",
        packageFileName=os.path.basename(options.archive),
        checksums=[{"algorithm": "SHA256", "checksumValue": digest}],
        copyrightText="Copyright 2026 the Facedown authors",
        supplier="Organization: the Facedown authors", primaryPackagePurpose="APPLICATION")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", root)]
    for more, others in (swift_packages(options), swift_runtime(options.programs),
                         system_packages(options.stripped)):
        entries += more
        relations += others
    for part, licence, location, owner, remark in INCLUDED:
        identity = identifier("Included", part)
        entries.append(package(identity, part, None, licence, location, comment=remark))
        relations.append((identifier("Swift", owner) if owner else root, "CONTAINS", identity))
    created = datetime.datetime.fromtimestamp(
        int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        # Unique for each archive, and the same for the same one.
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{digest}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: the Facedown authors", "Tool: facedown-scripts-release"],
        },
        "packages": entries,
        "relationships": [
            {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
            for a, kind, b in relations
        ],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prints the SBOM of a release.")
    for option in ("version", "archive", "programs", "stripped", "manifest", "dependencies"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--resolved", default="Package.resolved")
    json.dump(document(parser.parse_args()), sys.stdout, indent=2)
    print()
