# What ./ops/up and ./ops/test share: packages, the web app, the node. Sourced, with the working
# directory at the top of the checkout.

NODE_MAJOR_MIN=20
# What compiles RocksDB, jemalloc and aws-lc, and what bindgen loads.
BUILD_PACKAGES=(build-essential cmake clang libclang-dev pkg-config)
CACHE_DIR=${ENTREPOT_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/entrepot}

# A clang++ that reads RocksDB's headers once.
PATH=$PWD/ops/compilers:$PATH

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

need_tools() {
  command -v cargo >/dev/null || die "cargo is missing: install Rust (https://rustup.rs)"
  command -v npm >/dev/null || die "npm is missing: install node $NODE_MAJOR_MIN and npm"
  local major
  major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) || die "node $NODE_MAJOR_MIN is missing"
  [ "$major" -ge "$NODE_MAJOR_MIN" ] || die "node $NODE_MAJOR_MIN or newer is needed, this is $(node --version)"
  # Where cargo builds, by whatever its environment or configuration says.
  TARGET_DIR=$(cargo metadata --format-version 1 --no-deps | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).target_directory') || die "cargo can't read Cargo.toml"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs those of the Debian packages named that are missing.
need_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local by_hand="install by hand: apt-get install ${missing[*]}"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "missing Debian packages and no sudo; $by_hand"
  say "Installing ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    die "the packages could not be installed (all of it: $log); $by_hand"
  fi
  rm -f "$log"
}

# The web app's packages, as the lock file has them. The stamp goes away with node_modules.
install_web() {
  local stamp=web/node_modules/.entrepot-installed now
  now=$( (node --version; cat web/package.json web/package-lock.json) | sha256sum)
  [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  say "Installing the web app's packages"
  (cd web && npm ci --no-audit --no-fund --loglevel=error) >&2 || return 1
  printf '%s' "$now" >"$stamp"
}

# The web app, built when something it is made of has changed.
build_web() {
  install_web || return 1
  local stamp=web/node_modules/.entrepot-built now
  now=$(cd web && find src public index.html rsbuild.config.ts handheldWorker.ts tsconfig.json package-lock.json -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  [ -s web/dist/index.html ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ] && return 0
  say "Building the web app"
  rm -f "$stamp"
  (cd web && npm run --silent build) >&2 || return 1
  printf '%s' "$now" >"$stamp"
}

# Has our own crates compiled by clippy's compiler, for which every warning is an error: `cargo clippy` would check them, and all
# third-party crates, a second time. Third-party crates are compiled as ever. CLIPPY_ARGS is how cargo-clippy hands `-D warnings` on.
compile_by_clippy() {
  export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
}

# Reads what `cargo build --verbose` says, shows how many crates of TOTAL it has begun, and passes on warnings and errors.
count_crates() {
  local total=$1 begun=0 line
  while IFS= read -r line; do
    case $line in
    *" Compiling "* | *" Fresh "*)
      begun=$((begun + 1))
      # A terminal keeps one line; a log gets a line for every fiftieth crate that takes time.
      if [ -t 2 ]; then printf '\r%d of %d crates' "$begun" "$total" >&2
      elif [ $((begun % 50)) -eq 0 ] && [[ $line == *" Compiling "* ]]; then say "$begun of $total crates"; fi
      ;;
    *" Running "* | *" Dirty "* | *" Finished "*) ;;
    *) if [ -t 2 ]; then printf '\r\033[K' >&2; fi; printf '%s\n' "$line" >&2 ;;
    esac
  done
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# The node alone, with its progress.
build_node() {
  local total
  total=$(cargo tree --locked -p entrepot --edges normal,build --prefix none --format '{p}' | sed 's/ (\*)$//' | sort -u | wc -l)
  cargo build --verbose --locked -p entrepot 2>&1 | count_crates "$total"
}
