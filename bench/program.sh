# Read by the scripts of this repository, from its root: sets `grundy` to the program they use, that of this checkout, built now, or the
# one that GRUNDY names.
grundy=${GRUNDY:-}
if [ -z "$grundy" ]; then
    cargo build --quiet --release -p grundy
    grundy=${CARGO_TARGET_DIR:-target}/release/grundy
fi
