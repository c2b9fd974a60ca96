"""Reads a JUnit report as CI servers do, and counts again what its heads say."""

import sys

import junitparser

report = junitparser.JUnitXml.fromfile(sys.argv[1])
counted = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
for suite in report:
    for case in suite:
        assert case.name and case.classname, "a case without a name"
        counted["tests"] += 1
        for result in case.result:
            kind = {junitparser.Failure: "failures", junitparser.Error: "errors", junitparser.Skipped: "skipped"}
            counted[kind[type(result)]] += 1
said = {name: getattr(report, name) for name in counted}
assert said == counted, f"the head says {said}, and there are {counted}"
assert counted["failures"] == 1 and counted["errors"] == 1, counted
names = [(suite.name, case.name) for suite in report for case in suite]
assert len(names) == len(set(names)), "two cases of one name"
