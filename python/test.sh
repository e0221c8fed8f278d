#!/usr/bin/env bash
# Builds the wheel, installs it in a virtual environment of its own, and runs all tests, examples, notebooks and type checks.
# The environment is python/.venv, or what GRUNDY_VENV says; PYTHON chooses the interpreter.
set -euo pipefail
cd "$(dirname "$0")"
venv=${GRUNDY_VENV:-.venv}
# Relative to the program's: what others wrote is built once.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../target}

step() { printf '\n== python: %s\n' "$*"; }

step "environment"
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    # Debian has this module of the standard library in a package of its own.
    "${PYTHON:-python3}" -c 'import ensurepip' 2>/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv >/dev/null; }
    "${PYTHON:-python3}" -m venv "$venv"
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'maturin>=1.9,<2' mypy nbclient ipykernel nbformat networkx pandas pytest tqdm \
    pandas-stubs types-networkx types-tqdm
# The tests of searches on a cluster are left out where Ray has no wheel.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'ray>=2.40' || echo "Ray cannot be installed"

step "form"
cargo fmt --check

step "lints"
cargo clippy -- -D warnings

step "wheel"
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
# The dev profile builds much faster than release, and has assertions and overflow checks.
"$venv/bin/python" -m maturin build --profile dev --quiet --interpreter "$venv/bin/python" --out "$wheels"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/grundy-*.whl
"$venv/bin/python" - "$wheels"/grundy-*.whl <<'END'
import sys, zipfile
files = zipfile.ZipFile(sys.argv[1]).namelist()
for name in ("__init__.py", "cluster/__main__.py", "py.typed", "_engine.pyi", "reference_checker.py"):
    if f"grundy/{name}" not in files:
        sys.exit(f"the wheel lacks grundy/{name}")
END

step "types"
"$venv/bin/python" -m mypy package/grundy examples

step "the program, for tests that compare with it"
cargo build --quiet --manifest-path ../Cargo.toml -p grundy

step "tests, examples, notebooks"
GRUNDY=$CARGO_TARGET_DIR/debug/grundy "$venv/bin/python" -m pytest -q --durations=5 "$@"
