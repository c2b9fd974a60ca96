"""Validates reports against the published schema, and ITF traces against what their format demands."""

import json
import sys
from pathlib import Path

import jsonschema


def strict(schema):
    """The schema, but that nothing may be there that it does not describe."""
    if isinstance(schema, dict):
        inner = {key: strict(value) for key, value in schema.items()}
        if inner.get("additionalProperties") is True:
            inner["additionalProperties"] = False
        return inner
    return [strict(part) for part in schema] if isinstance(schema, list) else schema


def shape(value):
    """The type of an ITF value, without its content."""
    if isinstance(value, dict):
        if "#bigint" in value:
            int(value["#bigint"])
            return "int"
        if "#set" in value:
            return ("set", same(value["#set"]))
        if "#map" in value:
            return ("map", same([key for key, _ in value["#map"]]), same([item for _, item in value["#map"]]))
        assert not any(key.startswith("#") for key in value), value
        return ("record", tuple(sorted((key, shape(item)) for key, item in value.items())))
    if isinstance(value, list):
        return ("list", same(value))
    assert isinstance(value, (bool, str)), f"{value!r} is nothing that ITF has"
    return type(value).__name__


def same(values):
    shapes = {shape(value) for value in values}
    known = {one for one in shapes if "None" not in str(one)}
    assert len(known) < 2, f"values of several types: {known}"
    return next(iter(known or shapes), None)


def check_itf(path):
    trace = json.loads(path.read_text())
    assert trace["#meta"]["format"] == "ITF"
    assert trace["states"], "no states"
    for index, state in enumerate(trace["states"]):
        assert state["#meta"]["index"] == index
        assert sorted(key for key in state if key != "#meta") == sorted(trace["vars"])
    for variable in trace["vars"]:
        same([state[variable] for state in trace["states"]])
    assert 0 <= trace.get("loop", 0) < len(trace["states"])
    return "loop" in trace


def main():
    schema = json.loads(Path(sys.argv[1]).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(strict(schema))
    reports = sorted(path for path in Path(sys.argv[2]).rglob("*.json") if not path.name.endswith(".itf.json"))
    kinds = set()
    for path in reports:
        report = json.loads(path.read_text())
        for error in validator.iter_errors(report):
            raise AssertionError(f"{path}: {list(error.absolute_path)}: {error.message}")
        for result in report["results"]:
            for verdict in result.get("verdicts", []):
                kinds.add((verdict["counterexample"] or {}).get("kind"))
    loops = [check_itf(path) for path in sorted(Path(sys.argv[2]).rglob("*.itf.json"))]
    assert {"path", "trap", "lasso", "witness", None} <= kinds, f"only {kinds} were there"
    assert any(loops) and not all(loops)
    broken = json.loads(reports[0].read_text())
    broken["results"][0].pop("protocol")
    assert list(validator.iter_errors(broken)), "a report without its protocol is one, too?"


main()
