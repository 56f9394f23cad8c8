# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Generates a manual page in man(7) from the help of a program's argument parser.

    PROGRAM --experimental-dump-help | manual.py VERSION DATE [ADDITIONS] >PROGRAM.1

One page per program, with its commands as subsections. ADDITIONS is man(7) for the end of the page:
what the parser does not know, such as files.
"""

import json
import re
import sys

# Options of every command are listed once, for the program.
COMMON = {"help", "version"}


def escaped(text):
    """Escapes text for roff: no escapes, no requests, literal hyphens."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga")
    text = text.replace("'", r"\(aq").replace("^", r"\(ha").replace("~", r"\(ti")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def paragraphs(text):
    """Lines of text; preformatted lines are kept separate."""
    lines = []
    for line in text.strip().split("\n"):
        indented = line.startswith((" ", "\t"))
        if not line.strip():
            lines.append(".sp")
        elif indented:
            begin = [] if lines[-1:] == [".sp"] else [".br"]
            lines += begin + [escaped(line.rstrip()).replace("  ", r"\ \ ")]
        else:
            lines.append(escaped(line.strip()))
    while lines and lines[0] == ".sp":
        lines.pop(0)
    squeezed = [line for at, line in enumerate(lines) if line != ".sp" or lines[at - 1] != ".sp"]
    return [line.lstrip() if not line.startswith(".") else line for line in squeezed]


def spelled(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def shown(command):
    return [item for item in command.get("arguments", []) if item.get("shouldDisplay", True)]


def heading(item):
    """An argument's synopsis: literals in bold, placeholders in italics."""
    value = rf"\fI{escaped(item['valueName'])}\fR"
    if item["kind"] == "positional":
        return value
    names = ", ".join(rf"\fB{escaped(spelled(name))}\fR" for name in item["names"])
    return f"{names} {value}" if item["kind"] == "option" else names


def argument(item):
    lines = [".TP", heading(item)]
    lines += paragraphs(item.get("abstract", "")) or [r"\&"]
    if "discussion" in item:
        text = item["discussion"].strip().split("\n")
        # A list of values stays a list.
        is_list = all(re.match(r"[\w-]+: ", line) for line in text)
        for line in text:
            lines += ([".br"] if is_list else []) + paragraphs(line)
    notes = []
    values = item.get("allValues", [])
    if values and not all(f"{value}:" in json.dumps(item) for value in values):
        notes.append(escaped(f"One of {', '.join(values)}."))
    if item.get("defaultValue"):
        notes.append(escaped(f"Default: {item['defaultValue']}."))
    return lines + [" ".join(notes)] if notes else lines


def arguments(command, hidden, title=lambda text: [".PP", rf"\fB{escaped(text)}\fR"]):
    """A command's arguments: positional ones first, then options, in the sections of its help."""
    items = [
        item for item in shown(command)
        if not (item["kind"] == "flag" and item["names"][-1]["name"] in hidden)
    ]
    sections = {}
    for item in sorted(items, key=lambda item: item["kind"] != "positional"):
        sections.setdefault(item.get("sectionTitle", ""), []).append(item)
    lines = []
    for name, members in sorted(sections.items(), key=lambda section: section[0] != ""):
        if name:
            lines += title(name)
        for item in members:
            lines += argument(item)
    return lines


def synopsis(path, command):
    words = [rf"\fB{escaped(' '.join(path))}\fR"]
    if any(item["kind"] != "positional" for item in shown(command)):
        words.append(r"[\fIoptions\fR]")
    for item in shown(command):
        if item["kind"] == "positional":
            word = heading(item) + (r" \|.\|.\|." if item["isRepeating"] else "")
            words.append(f"[{word}]" if item["isOptional"] else word)
    return " ".join(words)


def children(command):
    return [
        child for child in command.get("subcommands", [])
        if child["commandName"] != "help" and child.get("shouldDisplay", True)
    ]


def told(path, command):
    """A command and its subcommands."""
    below = children(command)
    lines = [".SS " + escaped(" ".join(path[1:]))]
    if not below or shown(command):
        lines += [synopsis(path, command), ".PP"]
    lines += paragraphs(command.get("abstract", ""))
    if "discussion" in command:
        lines += [".PP"] + paragraphs(command["discussion"])
    lines += arguments(command, hidden=COMMON)
    for child in below:
        lines += told(path + [child["commandName"]], child)
    return lines


def page(command, version, date, additions):
    name = command["commandName"]
    abstract = command.get("abstract", "").rstrip(".")
    lines = [
        r".\" Made by Tools/manuals/manual.py from what the program's parser says of itself.",
        f'.TH {name.upper()} 1 {date} "Facedown {version}" "Facedown manual"',
        # No justification: examples and URLs are long.
        ".ad l", ".nh", ".SH NAME",
        escaped(name) + r" \- " + escaped(abstract[:1].lower() + abstract[1:]), ".SH SYNOPSIS",
        rf"\fB{escaped(name)}\fR [\fIcommand\fR] [\fIoptions\fR]", ".SH DESCRIPTION",
    ]
    lines += paragraphs(command.get("abstract", ""))
    if "discussion" in command:
        lines += [".PP"] + paragraphs(command["discussion"])
    default = command.get("defaultSubcommand")
    if default and "Without a command" not in command.get("discussion", ""):
        lines += [".PP", rf"Without a command it is \fB{escaped(name)} {escaped(default)}\fR."]
    lines += [".SH OPTIONS"] + arguments(command, hidden=set()) + [".SH COMMANDS"]
    for child in children(command):
        lines += told([name, child["commandName"]], child)
    return "\n".join(lines + [additions.strip()]) + "\n"


def main():
    version, date, *rest = sys.argv[1:]
    dump = json.load(sys.stdin)
    if dump["serializationVersion"] != 0:
        raise SystemExit("The parser's help has an unknown format: update manual.py.")
    additions = open(rest[0], encoding="utf-8").read() if rest else ""
    additions = re.sub(r'^\.\\".*\n', "", additions, flags=re.MULTILINE)
    sys.stdout.write(page(dump["command"], version, date, additions))


main()
