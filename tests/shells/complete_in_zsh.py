"""complete_in_zsh.py DIRECTORY LINE: what zsh lists when LINE is typed and Tab pressed, a word a line. The functions are in
DIRECTORY/functions. A line that can be completed in one way only is completed: then its last word is told."""

import os
import pty
import re
import select
import sys
import time

directory, line = sys.argv[1:]
SETUP = f"""
PS1='READY> '; unsetopt beep zle_bracketed_paste auto_menu; setopt auto_list no_list_ambiguous list_rows_first
fpath=({directory}/functions $fpath); autoload -Uz compinit; compinit -u -d {directory}/dump
zstyle ':completion:*' list-prompt ''; zstyle ':completion:*' verbose no; LISTMAX=10000; unset zle_bracketed_paste
show-line() {{ print -r -- "LINE<$BUFFER>"; zle send-break }}; zle -N show-line; bindkey '^X^X' show-line
stty cols 400 rows 1000
"""

child, terminal = pty.fork()
if child == 0:
    os.environ.update({"TERM": "dumb", "COLUMNS": "400", "LINES": "1000", "HOME": directory})
    os.execlp("zsh", "zsh", "-f", "-i")


def read_until(wanted, seconds=20):
    text, end = "", time.monotonic() + seconds
    while time.monotonic() < end and not re.search(wanted, text):
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                text += os.read(terminal, 65536).decode("utf-8", "replace")
            except OSError:
                break
    return text


setup = os.path.join(directory, "setup.zsh")
with open(setup, "w", encoding="utf-8") as file:
    file.write(SETUP)
read_until("[%#] ")
os.write(terminal, f"source {setup}; print SET''TLED\n".encode())
read_until("SETTLED")
read_until("READY> ", 5)
os.write(terminal, line.encode() + b"\t")
listed = read_until("nothing comes that ends it", 2)
os.write(terminal, b"\x18\x18")
rest = read_until(r"LINE<[^>]*>")
words = re.split(r"[\s\x07\x08]+", listed.replace(line, " ", 1))
completed = re.search(r"LINE<([^>]*)>", rest)
if completed:
    words.append(completed[1].rstrip("= ").split(" ")[-1])
    words.append(completed[1].split(" ")[-1])
print("\n".join(word for word in words if word))
os.close(terminal)
