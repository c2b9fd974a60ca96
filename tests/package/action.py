"""action.py ACTION INTERLOCK SOURCE: runs the steps of action.yml as a runner of GitHub would, all but the build: in a
repository of its own that has a model, with what it wants as inputs. What a runner would find there is looked at."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

action_file, interlock, source = (Path(argument).resolve() for argument in sys.argv[1:4])
action = yaml.safe_load(action_file.read_text())


def with_inputs(text, inputs):
    return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: str(inputs[found[1]]), str(text))


def run(repository, **given):
    """Exit code, output and summary of the steps behind the build."""
    assert set(given) <= set(action["inputs"]), "an input that the action does not have"
    inputs = {name: given.get(name, one["default"]) for name, one in action["inputs"].items()}
    summary = repository / "summary.md"
    summary.write_text("")
    environment = {"PATH": "/usr/bin:/bin", "GITHUB_ACTION_PATH": str(source), "GITHUB_STEP_SUMMARY": str(summary),
                   "INTERLOCK": str(interlock)}
    build, *steps = action["runs"]["steps"]
    assert build["run"] == 'sh "$GITHUB_ACTION_PATH/scripts/run.sh" --version'
    output = ""
    for step in steps:
        own = {name: with_inputs(value, inputs) for name, value in step.get("env", {}).items()}
        done = subprocess.run([step["shell"], "-e", "-c", with_inputs(step["run"], inputs)], cwd=repository, text=True,
                              env=environment | own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        output += done.stdout
        if done.returncode != 0:
            return done.returncode, output, summary.read_text()
    return 0, output, summary.read_text()


assert action["runs"]["using"] == "composite"
with tempfile.TemporaryDirectory() as directory:
    repository = Path(directory)
    (repository / "locks").mkdir()
    model = repository / "locks" / "my lock.interlock"
    text = subprocess.run([interlock, "show", "set_nx_px"], capture_output=True, text=True, check=True).stdout
    model.write_text(text)

    code, output, summary = run(repository, models="locks", junit="verdicts.xml")
    assert code == 0, output
    assert "mutual\\_exclusion fails using 1 pause under pause | fails: 1 pause, 4 steps" in summary, summary
    assert "<testsuites" in (repository / "verdicts.xml").read_text()

    subprocess.run([interlock, "check", "locks", "--lock", "kept.json", "--update"], cwd=repository, check=True,
                   stdout=subprocess.DEVNULL)
    assert run(repository, models="locks", lock="kept.json")[0] == 0

    # What was reviewed is changed: the answers are others, and the line of the expectation is annotated.
    model.write_text(text.replace("if redis.GET(lock) == me { redis.DEL(lock) }", "redis.DEL(lock)"))
    code, output, summary = run(repository, models="locks", lock="kept.json")
    assert code == 1, output
    assert "::error file=locks/my lock.interlock,line=" in output, output
    assert "not as in kept.json" in output, output

    # A model that expects nothing is no pass, unless that is wished.
    model.write_text(text.split("expect {")[0])
    assert run(repository, models="locks")[0] == 1
    assert run(repository, models="locks", strict="false", arguments="--under none --spec mutual_exclusion")[0] == 0
