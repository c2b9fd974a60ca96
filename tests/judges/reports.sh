#!/bin/sh
# reports.sh JUDGE INTERLOCK SOURCE: writes the reports for CI of shipped models, of one whose expectations are not met
# and of one with errors, and has them read by the tool that their readers use. 77: there is no such tool here.
set -eu
judge=$1
interlock=$2
source=$3
here=$(cd "$(dirname "$0")" && pwd)
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

skip() {
  echo "skipped, because $1"
  exit 77
}

sed 's/mutual_exclusion     holds$/mutual_exclusion     fails/' "$source/models/locks/set_nx_px.interlock" \
  > "$directory/unmet.interlock"
printf 'protocol broken\nserver redis : redis { lock : string }\nclient worker { redis.GOT(lock) }\n' \
  > "$directory/broken \"&<.interlock"

write() {
  cd "$source"
  code=0
  "$interlock" check models/locks models/fencing models/field "$directory" "--$1" "$directory/report.$1" \
    > /dev/null 2> /dev/null || code=$?
  [ "$code" -eq 2 ] || { echo "expected the exit code 2 of a model with errors, not $code"; exit 1; }
}

case $judge in
  junit)
    /usr/bin/python3 -c 'import junitparser' 2> /dev/null || skip "python3-junitparser is not installed"
    write junit
    /usr/bin/python3 "$here/junit.py" "$directory/report.junit"
    ;;
  tap)
    command -v prove > /dev/null || skip "there is no prove (perl)"
    write tap
    # prove counts for itself: two are not ok, the unmet one and the model with errors.
    prove --failures --exec cat "$directory/report.tap" > "$directory/said" 2>&1 || true
    grep -q "Failed 2/" "$directory/said" || { cat "$directory/said"; exit 1; }
    ! grep -qi "parse error" "$directory/said" || { cat "$directory/said"; exit 1; }
    ;;
  sarif)
    validator=$source/build/judges/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
    [ -f "$validator" ] || skip "scripts/install_judges.sh found no way to install Microsoft's SARIF validator"
    write sarif
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$validator" validate "$directory/report.sarif" > "$directory/said" 2>&1 || {
      cat "$directory/said"
      exit 1
    }
    grep -q "Analysis completed successfully" "$directory/said" || { cat "$directory/said"; exit 1; }
    ! grep -q ": error " "$directory/said" || { cat "$directory/said"; exit 1; }
    ;;
  plantuml)
    command -v plantuml > /dev/null || skip "plantuml is not installed"
    cd "$source"
    "$interlock" check models/locks models/fencing models/semaphores --out "$directory/out" > /dev/null 2> /dev/null || true
    mkdir "$directory/drawn"
    # A diagram with an error is drawn, too, and says so; the exit code is what tells.
    find "$directory/out" -name '*--pause.puml' -o -name '*--crash.puml' -o -name '*--skew*.puml' > "$directory/list"
    [ "$(wc -l < "$directory/list")" -gt 10 ]
    JAVA_TOOL_OPTIONS=-Djava.awt.headless=true timeout 500 \
      xargs plantuml -charset UTF-8 -failfast2 -tsvg -o "$directory/drawn" < "$directory/list" > "$directory/said" 2>&1 || {
      cat "$directory/said"
      exit 1
    }
    grep -q "inside critical" "$directory/drawn"/mutual_exclusion--pause.svg
    ;;
  page)
    browser=$(command -v chromium || true)
    [ -n "$browser" ] || skip "there is no chromium"
    command -v node > /dev/null || skip "there is no node"
    driver=$source/build/judges/node_modules/playwright-core
    [ -d "$driver" ] || skip "scripts/install_judges.sh found no way to install playwright-core"
    cd "$source"
    "$interlock" check models/locks "$directory/unmet.interlock" --out "$directory/out" > /dev/null 2> /dev/null || true
    timeout 240 node "$here/page.mjs" "$driver" "$browser" "$directory/out/index.html" ${INTERLOCK_SCREENSHOTS:-}
    ;;
  mermaid)
    browser=$(command -v chromium || true)
    [ -n "$browser" ] || skip "there is no chromium"
    command -v node > /dev/null || skip "there is no node"
    driver=$source/build/judges/node_modules/playwright-core
    library=$source/build/judges/node_modules/mermaid/dist/mermaid.min.js
    [ -d "$driver" ] || skip "scripts/install_judges.sh found no way to install playwright-core"
    [ -f "$library" ] || skip "scripts/install_judges.sh found no way to install mermaid"
    cd "$source"
    "$interlock" check models/locks models/fencing models/semaphores --out "$directory/out" > /dev/null 2> /dev/null ||
      true
    timeout 240 node "$here/mermaid.mjs" "$driver" "$browser" "$library" "$directory/out" ${INTERLOCK_SCREENSHOTS:-}
    ;;
  json)
    /usr/bin/python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2> /dev/null ||
      skip "python3-jsonschema is not installed"
    cd "$source"
    "$interlock" check models/locks models/fencing --out "$directory/out" > /dev/null 2> /dev/null || true
    "$interlock" check models/locks --format json > "$directory/out/check.json"
    "$interlock" mutate models/locks/setnx.interlock --format json > "$directory/out/mutate.json" || true
    /usr/bin/python3 "$here/json_reports.py" reports/json/interlock-report.schema.json "$directory/out"
    ;;
  *)
    echo "there is no judge $judge"
    exit 2
    ;;
esac
echo "read without a complaint"
