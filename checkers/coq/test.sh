#!/usr/bin/env bash
# Installs Coq and OCaml if they are missing, builds the verified checker, and runs its tests.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v coqc >/dev/null || ! command -v ocamlopt >/dev/null; then
    echo "installing coq ocaml-nox"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends coq ocaml-nox make >/dev/null
fi
make --jobs "$(nproc)"
make test
