# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Makes two WebAssembly modules of one: what some exported functions need, and the rest.

    split-module.py MODULE FOLDER EXPORT...

MODULE is as wasm-ld links it with --emit-relocs. FOLDER/first.wasm gets the functions and the data that can be
reached from the exports named, FOLDER/rest.wasm all others. The rest takes the first one's exports under the name
"first", and puts its functions into the first one's table and its data into its memory. Until then the first calls
"rest" in their place.

The relocations say what refers to what, also over tables and constants. Functions are divided by binaryen's wasm-split;
data it leaves together, so that is done here. Exit status 1 with a sentence if the module or the tools are other than
expected.
"""

import bisect
import collections
import pathlib
import subprocess
import sys

FEATURES = [
    "--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals", "--enable-nontrapping-float-to-int",
    "--enable-reference-types", "--enable-multivalue"]
# Kinds of sections, and of symbols.
CUSTOM, IMPORTS, EXPORTS, CODE, DATA, DATA_COUNT = 0, 2, 7, 10, 11, 12
FUNCTION, DATUM, SECTION = 0, 1, 3
# Flags of symbols: defined elsewhere; its name follows nevertheless.
UNDEFINED, NAMED = 0x10, 0x40
# Relocations that refer to a type, a tag or a table, and to no symbol that could be left out. Globals are not
# among them: the linker makes some that hold the address of a function or a datum.
OTHER_RELOCATIONS = {6, 10, 20}
# Relocations with a number that is added to the symbol's.
WITH_ADDEND = {3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25}


class Reader:
    """Reads the numbers and names of the binary format."""

    def __init__(self, content, place=0, end=None):
        self.content, self.place = content, place
        self.end = len(content) if end is None else end

    def byte(self):
        self.place += 1
        return self.content[self.place - 1]

    def number(self, is_signed=False):
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result - (1 << shift) if is_signed and byte & 0x40 else result

    def name(self):
        return self.take(self.number()).decode()

    def take(self, count):
        self.place += count
        return self.content[self.place - count:self.place]

    def sections(self):
        """Each section's kind, and where its content begins and ends."""
        self.place = 8
        while self.place < self.end:
            kind, count = self.byte(), self.number()
            yield kind, self.place, self.place + count
            self.place += count

    def segments(self, begin):
        """Of the data section: each segment's address, its bytes, and where they are in the section."""
        for _ in range(self.number()):
            if (self.number(), self.byte()) != (0, 0x41):
                raise SystemExit("split-module: a data segment has no constant address.")
            address = self.number(is_signed=True)
            self.byte()
            count = self.number()
            yield address, self.take(count), self.place - count - begin


def number(value, is_signed=False):
    """A number as the binary format has it."""
    result = bytearray()
    while True:
        byte = value & 0x7F
        value >>= 7
        if value == 0 and not (is_signed and byte & 0x40):
            return bytes([*result, byte])
        result.append(byte | 0x80)


def named(name):
    return number(len(name)) + name.encode()


def section(kind, content):
    return bytes([kind]) + number(len(content)) + content


class Linked:
    """A module with its relocations: which functions and data there are, and which refer to which."""

    def __init__(self, content):
        self.content = content
        self.sections = list(Reader(content).sections())
        self.imports, self.exports, self.functions, self.segments = 0, {}, [], []
        self.symbols = []
        relocations = []
        for kind, begin, end in self.sections:
            reader = Reader(content, begin, end)
            if kind == IMPORTS:
                self.imports = reader.number()
            elif kind == EXPORTS:
                for _ in range(reader.number()):
                    name, what, index = reader.name(), reader.byte(), reader.number()
                    if what == FUNCTION:
                        self.exports[name] = index
            elif kind == CODE:
                for _ in range(reader.number()):
                    count = reader.number()
                    self.functions.append(reader.place - begin)
                    reader.take(count)
            elif kind == DATA:
                self.segments = list(reader.segments(begin))
            elif kind == CUSTOM:
                name = reader.name()
                if name == "linking":
                    self.read_symbols(reader)
                elif name.startswith("reloc."):
                    relocations += self.read_relocations(reader)
        if not self.symbols or not relocations:
            raise SystemExit("split-module: the module is not linked with --emit-relocs.")
        self.data = sorted(
            (self.segments[place[0]][0] + place[1], place[2], symbol)
            for symbol, (kind, place, _) in enumerate(self.symbols) if kind == DATUM and place)
        self.references = self.refer(relocations)

    def read_symbols(self, reader):
        if reader.number() != 2:
            raise SystemExit("split-module: the module's symbols are of another version.")
        while reader.place < reader.end:
            kind, count = reader.byte(), reader.number()
            if kind != 8:
                reader.take(count)
                continue
            for _ in range(reader.number()):
                what, flags, name = reader.byte(), reader.number(), ""
                is_defined = not flags & UNDEFINED
                if what == DATUM:
                    name = reader.name()
                    place = (reader.number(), reader.number(), reader.number()) if is_defined else None
                else:
                    place = reader.number()
                    if what != SECTION and (is_defined or flags & NAMED):
                        name = reader.name()
                self.symbols.append((what, place, name))

    def read_relocations(self, reader):
        """Each as the section's kind, the place in it, and the symbol."""
        kind = self.sections[reader.number()][0]
        for _ in range(reader.number()):
            what, place, symbol = reader.byte(), reader.number(), reader.number()
            if what in WITH_ADDEND:
                reader.number(is_signed=True)
            if what not in OTHER_RELOCATIONS:
                yield kind, place, symbol

    def refer(self, relocations):
        """For each function and datum, which it refers to."""
        starts = [address for address, _, _ in self.data]
        found = collections.defaultdict(set)
        for kind, place, symbol in relocations:
            what, index, _ = self.symbols[symbol]
            target = (FUNCTION, index) if what == FUNCTION else (what, symbol)
            if kind == CODE:
                found[FUNCTION, self.imports + bisect.bisect(self.functions, place) - 1].add(target)
                continue
            address = next(
                address + place - begin for address, content, begin in self.segments
                if begin <= place < begin + len(content))
            # Data may overlap: a string is the end of another one.
            at = bisect.bisect(starts, address)
            owners = [symbol for begin, count, symbol in self.data[max(0, at - 64):at]
                      if begin <= address < begin + count]
            if not owners:
                raise SystemExit(f"split-module: nothing has the reference at address {address}.")
            for owner in owners:
                found[DATUM, owner].add(target)
        return found

    def reached(self, names):
        """What can be reached from exported functions."""
        missing = [name for name in names if name not in self.exports]
        if missing:
            raise SystemExit(f"split-module: the module does not export {', '.join(missing)}.")
        waiting = [(FUNCTION, self.exports[name]) for name in names]
        found = set(waiting)
        while waiting:
            for target in self.references[waiting.pop()] - found:
                found.add(target)
                waiting.append(target)
        return found

    def left_out(self, reached):
        """Begin and end of the data that are not reached, in order. What belongs to nothing is not left out."""
        marks = collections.Counter()
        for begin, count, symbol in self.data:
            # What is reached outweighs all that overlap it.
            weight = 1 if (DATUM, symbol) not in reached else -len(self.data)
            marks[begin] += weight
            marks[begin + count] -= weight
        found, depth, since = [], 0, None
        for place in sorted(marks):
            was_out = depth > 0
            depth += marks[place]
            if depth > 0 and not was_out:
                since = place
            elif depth <= 0 and was_out:
                found.append((since, place))
        return found

    def plain(self):
        """The module without what the linker has added, and with the functions' numbers as their names: those
        of the linker are not unique."""
        parts = [self.content[:8]]
        for kind, begin, end in self.sections:
            if kind != CUSTOM:
                parts.append(section(kind, self.content[begin:end]))
        count = self.imports + len(self.functions)
        names = number(count) + b"".join(
            number(index) + named(str(index)) for index in range(count))
        return b"".join([*parts, section(CUSTOM, named("name") + section(1, names))])


def divided(segments, ranges):
    """The segments' parts outside of the ranges, and those in them, each as address and bytes."""
    outside, inside = [], []
    for address, content, _ in segments:
        end, place = address + len(content), address
        for begin, after in ranges:
            begin, after = max(begin, address), min(after, end)
            if begin >= after:
                continue
            outside.append((place, content[place - address:begin - address]))
            inside.append((begin, content[begin - address:after - address]))
            place = after
        outside.append((place, content[place - address:]))
    return joined(outside), joined(inside)


def joined(parts):
    """The same without empty parts, those that touch as one, and without zeros at the ends."""
    found = []
    for address, content in parts:
        if found and found[-1][0] + len(found[-1][1]) == address:
            found[-1] = (found[-1][0], found[-1][1] + content)
        else:
            found.append((address, content))
    cut = [(address + len(content) - len(content.lstrip(b"\0")), content.strip(b"\0")) for address, content in found]
    return [(address, content) for address, content in cut if content]


def with_data(content, parts):
    """A module with these data in place of its own."""
    result, data = [content[:8]], number(len(parts)) + b"".join(
        b"\0\x41" + number(address, is_signed=True) + b"\x0b" + number(len(part)) + part for address, part in parts)
    for kind, begin, end in Reader(content).sections():
        if kind not in (DATA, DATA_COUNT):
            result.append(section(kind, content[begin:end]))
        if kind == CODE:
            result.append(section(DATA, data))
    return b"".join(result)


def main(module, folder, *names):
    folder = pathlib.Path(folder)
    linked = Linked(pathlib.Path(module).read_bytes())
    reached = linked.reached(names)
    plain, keep = folder / "plain.wasm", folder / "keep.txt"
    plain.write_bytes(linked.plain())
    keep.write_text("\n".join(str(index) for kind, index in reached if kind == FUNCTION))
    parts = [folder / "first.wasm", folder / "rest.wasm"]
    halves = [part.with_suffix(".half") for part in parts]
    subprocess.run(
        ["wasm-split", *FEATURES, plain, f"--keep-funcs=@{keep}", "--import-namespace=first",
         "--placeholder-namespace=rest", "--export-prefix=%", "-o1", halves[0], "-o2", halves[1]], check=True)
    for half, part in zip(halves, parts):
        subprocess.run(
            ["wasm-opt", *FEATURES, "-O1", "--strip-debug", "--strip-producers", "--strip-target-features",
             "-o", part, half], check=True)
    first, rest = (part.read_bytes() for part in parts)
    segments = [
        segment for kind, begin, end in Reader(first).sections() if kind == DATA
        for segment in Reader(first, begin, end).segments(begin)]
    outside, inside = divided(segments, linked.left_out(reached))
    parts[0].write_bytes(with_data(first, outside))
    parts[1].write_bytes(with_data(rest, inside))
    for file in [plain, keep, *halves]:
        file.unlink()


if len(sys.argv) < 4:
    raise SystemExit("usage: split-module.py MODULE FOLDER EXPORT...")
try:
    main(*sys.argv[1:])
except (OSError, subprocess.CalledProcessError) as error:
    raise SystemExit(f"split-module: {error}")
