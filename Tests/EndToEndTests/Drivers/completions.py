# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""How shells complete the beginning of a word, with completions in a folder.

    completions.py FOLDER PROGRAMS    FOLDER as scripts/docs manuals makes it
"""

import os
import pty
import re
import select
import subprocess
import sys
import time

folder, programs = sys.argv[1:]
os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"

# bash passes the typed words to its function, and gets completions back.
BASH = r"""
source "$1/bash/${2%% *}"
read -ra COMP_WORDS <<<"$2"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2}
function=$(complete -p "${COMP_WORDS[0]}" | sed -E 's/.* -F ([^ ]+).*/\1/')
"$function" "${COMP_WORDS[0]}" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
echo "${COMPREPLY[@]}"
"""


def bash(typed):
    return subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", folder, typed], capture_output=True, text=True
    ).stdout.strip()


def fish(typed):
    program = typed.split()[0]
    script = f"source {folder}/fish/{program}.fish; complete -C '{typed}'"
    answers = subprocess.run(
        ["fish", "--no-config", "-c", script], capture_output=True, text=True).stdout
    return " ".join(line.split("\t")[0] for line in answers.splitlines())


def zsh(typed):
    """A zsh on a terminal of its own, in which Tab is pressed after the typed words."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "dumb"
        os.execvp("zsh", ["zsh", "-f", "-i"])

    def read(until):
        seen, deadline = "", time.monotonic() + 20
        while not re.search(until, seen):
            if not select.select([terminal], [], [], max(deadline - time.monotonic(), 0))[0]:
                return seen
            seen += os.read(terminal, 4096).decode(errors="replace")
        return seen

    os.write(terminal, (
        f"PS1=; fpath=({folder}/zsh $fpath); autoload -Uz compinit; compinit -u -D; "
        "print RE''ADY\n").encode())
    read("READY")
    os.write(terminal, typed.encode() + b"\t")
    # Tab completes the word and adds a space.
    begun = re.escape(typed)
    seen = read(rf"{begun}\S+ ")
    os.kill(child, 9)
    os.waitpid(child, 0)
    found = re.search(rf"{begun}(\S+) ", seen)
    return typed.split()[-1] + found[1] if found else ""


for typed in ["facedown wat", "facedown-server rat", "facedown bot --pace f"]:
    for shell in [bash, zsh, fish]:
        print(f"{shell.__name__}: {typed}: {shell(typed)}", flush=True)
