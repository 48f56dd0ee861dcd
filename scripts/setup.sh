# Set-up shared by run.sh, test.sh: a virtual environment with the project in it, and a Chromium.
# Sourced, never run. Written for bash 3.2, the bash of macOS. Every word goes to stderr.

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf 'set-up: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# --- Python ---------------------------------------------------------------------------------

# Asked by running it: a version manager leaves names on PATH that do not start.
python_fits() {
  "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
  local name
  for name in python3.13 python3.12 python3.11 python3; do
    if python_fits "$name"; then
      command -v "$name"
      return
    fi
  done
  fail "no Python 3.11 or newer with its modules venv and ensurepip was found." \
    "Debian, Ubuntu: apt-get install python3 python3-venv. macOS: brew install python@3.13."
}

# The extra that brings ONNX Runtime. GPU builds exist for Linux on x86-64 alone; nvidia-smi is
# asked last (a driver without /proc/driver/nvidia, as under WSL): it can take a second.
runtime_extra() {
  if [ "$(uname -sm)" = "Linux x86_64" ] &&
    { [ -e /proc/driver/nvidia/version ] || nvidia-smi -L >/dev/null 2>&1; }; then
    echo gpu
  else
    echo cpu
  fi
}

# The two runtimes share their files: taking one out breaks the other, so both go.
drop_other_runtime() { # VENV EXTRAS
  local other=onnxruntime-gpu
  case "$2" in gpu*) other=onnxruntime ;; esac
  if "$1/bin/python" -m pip show -q "$other" 2>/dev/null; then
    say "taking out $other, which does not fit this machine any more"
    rm -f "$1"/.set-up-*
    "$1/bin/python" -m pip uninstall -qq -y onnxruntime onnxruntime-gpu >&2
  fi
}

# What the environment was made from; as long as it stays the same there is nothing to do.
recipe() { # VENV
  echo "$root"
  "$1/bin/python" -I -S -c 'import sys; print(sys.version)'
  cat "$root/pyproject.toml" "$root"/requirements/*.txt
}

pip_install() { # VENV ARGS…
  "$1/bin/python" -m pip install -qq --disable-pip-version-check --no-input "${@:2}" >&2
}

# install_project VENV EXTRAS: the versions of the lock, each file held to its hash; then the project itself.
# pip first: an older one reads no hashes from constraints.
install_project() {
  local requirements="$root/requirements"
  pip_install "$1" --require-hashes -r "$requirements/installer.txt" &&
    "$1/bin/python" "$root/scripts/requirements.py" "$2" >"$1/wanted.txt" &&
    pip_install "$1" -c "$requirements/lock.txt" -r "$1/wanted.txt" &&
    pip_install "$1" --no-deps --no-build-isolation -e "$root"
}

# set_up VENV EXTRAS: the project, editable, with these extras (the runtime first) in VENV.
set_up() {
  local venv="$1" stamp="$1/.set-up-$2" python
  if [ -f "$stamp" ] && recipe "$venv" 2>/dev/null | cmp -s - "$stamp"; then
    return
  fi
  if ! "$venv/bin/python" -c 'import pip' >/dev/null 2>&1; then
    python=$(find_python)
    say "making $venv with $python"
    "$python" -m venv --clear "$venv" >&2 || fail "$python could not make $venv"
  fi
  drop_other_runtime "$venv" "$2"
  say "installing the project with its extras $2 (some minutes the first time)"
  install_project "$venv" "$2" || fail "pip could not install the project: its own words stand above"
  rm -f "$venv/.chromium"
  recipe "$venv" >"$stamp"
}

# --- Chromium -------------------------------------------------------------------------------
# One that is on the system comes before a download of Playwright's own: both serve as well, and
# where no network is, a download costs a time-out. Packages come last: they change the system.

# The one that the program itself would start.
find_chromium() { # VENV
  "$1/bin/python" -P -c '
import sys
from playwright.sync_api import sync_playwright
from auditor.browser.chromium import executable
with sync_playwright() as playwright:
    found = executable(playwright.chromium.executable_path)
print(found) if found else sys.exit(1)
' 2>/dev/null
}

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# True where the archive has the package itself, not a stub for a snap.
has_package() {
  apt-cache policy "$1" | grep 'Candidate:' | grep -qv -e '(none)' -e snap
}

install_package() { # VENV PACKAGE
  say "installing the package $2"
  if ! DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$2" \
    >>"$1/chromium.log" 2>&1 </dev/null; then
    say "the package $2 could not be installed (see $1/chromium.log)"
    return 1
  fi
}

# Asks for the file's head first: Playwright itself retries for minutes where nothing answers.
can_download() { # VENV
  "$1/bin/python" -m playwright install --dry-run chromium 2>/dev/null |
    "$1/bin/python" -c '
import re, sys, urllib.request
url = re.search(r"https?://\S+", sys.stdin.read()).group()
urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=5)
' 2>/dev/null
}

download_chromium() { # VENV
  local dependencies=""
  can_download "$1" || return 1
  if can_install; then dependencies=--with-deps; fi
  say "downloading Playwright's Chromium"
  # Unquoted: no argument where there are no dependencies to install.
  if ! "$1/bin/python" -m playwright install $dependencies chromium \
    >>"$1/chromium.log" 2>&1; then
    say "Playwright's Chromium could not be downloaded (see $1/chromium.log)"
    return 1
  fi
  find_chromium "$1"
}

install_chromium() { # VENV
  local package
  can_install || return 1
  for package in chromium-headless-shell chromium; do
    if has_package $package && install_package "$1" $package; then
      find_chromium "$1"
      return
    fi
  done
  return 1
}

get_chromium() { # VENV
  if can_install; then
    apt-get -q update >"$1/chromium.log" 2>&1 || true
    # Playwright's own driver needs a library that minimal systems lack.
    if ! "$1/bin/python" -m playwright --version >/dev/null 2>&1; then
      install_package "$1" libatomic1 || return 1
      find_chromium "$1" && return
    fi
  fi
  download_chromium "$1" || install_chromium "$1"
}

# ensure_chromium VENV: make sure there is one, or say in one line what is missing. What was found
# is noted in VENV/.chromium; an empty note is a failure, not tried again within the hour.
ensure_chromium() {
  local venv="$1" note="$1/.chromium" found
  if [ -n "${AUDITOR_CHROMIUM-}" ] || { [ -s "$note" ] && [ -e "$(cat "$note")" ]; }; then
    return
  fi
  if found=$(find_chromium "$venv"); then
    echo "$found" >"$note"
    return
  fi
  if [ -z "$(find "$note" -empty -mmin -60 2>/dev/null)" ]; then
    if found=$(get_chromium "$venv"); then
      echo "$found" >"$note"
      return
    fi
    : >"$note"
  fi
  if found=$("$venv/bin/python" -m playwright --version 2>&1); then
    say "no Chromium, so pages cannot be rendered: install Google Chrome or the package chromium" \
      "(not a snap), or name one in AUDITOR_CHROMIUM"
  else
    say "Playwright does not start, so pages cannot be rendered: ${found%%$'\n'*}"
  fi
}

# --- Whole browsers -------------------------------------------------------------------------
# For the tests of the extension: a headless shell takes none. Where they cannot be installed,
# those tests are skipped and say so.

lacks_browser() { # PACKAGE
  case "$1" in
    chromium) ! command -v chromium google-chrome >/dev/null ;;
    *) ! command -v "$1" >/dev/null ;;
  esac
}

# ensure_browsers VENV: install what is missing; what could not be is not tried again in the hour.
ensure_browsers() {
  local package note="$1/.browsers"
  can_install || return 0
  for package in chromium firefox-esr; do
    if lacks_browser $package && [ -z "$(find "$note-$package" -mmin -60 2>/dev/null)" ]; then
      apt-get -q update >>"$1/chromium.log" 2>&1 || true
      if ! has_package $package || ! install_package "$1" $package; then : >"$note-$package"; fi
    fi
  done
}

# --- Desktop --------------------------------------------------------------------------------
# For the tests of the window: what Qt loads, and a screen reader that speaks into a file.

DESKTOP="libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 fonts-dejavu-core xvfb openbox
  xdotool libxcb-icccm4 libxcb-keysyms1 libxcb-cursor0 libxkbcommon-x11-0 libxcb-image0
  libxcb-render-util0 libxcb-shape0 libxcb-xkb1 dbus at-spi2-core orca speech-dispatcher libnss3-tools"

# ensure_desktop VENV: install that where packages can be installed; what stays missing, the tests
# name where they are skipped. Tried once for an environment.
ensure_desktop() {
  local note="$1/.desktop" package
  if [ -e "$note" ] || ! can_install; then
    return
  fi
  if ! command -v orca >/dev/null || ! command -v Xvfb >/dev/null; then
    apt-get -q update >>"$1/chromium.log" 2>&1 || true
    say "installing a desktop without a screen, and a screen reader, for the tests of the window"
    # One by one: a package that an archive lacks keeps no other away.
    for package in $DESKTOP; do
      if has_package "$package"; then
        install_package "$1" "$package" 2>/dev/null || true
      fi
    done
  fi
  : >"$note"
}

# --- Lint of the scripts --------------------------------------------------------------------

# lint_scripts: eslint over what runs in browsers. Where it cannot be had, that is said and no more. With
# it comes the linter of Firefox's store, for the tests.
lint_scripts() {
  local home="$root/tools/eslint" modules stamp eslint
  modules="$home/node_modules"
  stamp="$modules/.set-up"
  eslint="$modules/.bin/eslint"
  if ! command -v npm >/dev/null; then
    say "eslint was not run: npm is not installed"
    return 0
  fi
  if [ ! -x "$eslint" ] ||
    ! cat "$home/package.json" "$home/package-lock.json" | cmp -s - "$stamp"; then
    rm -f "$stamp"
    if ! npm --prefix "$home" ci --silent --no-audit --no-fund --fetch-retries=0 >&2 ||
      ! "$eslint" --version >/dev/null 2>&1; then
      say "eslint was not run: npm could not install it"
      return 0
    fi
    cat "$home/package.json" "$home/package-lock.json" >"$stamp"
  fi
  (cd -- "$root" && "$eslint" --config tools/eslint/eslint.config.js \
    app/extension auditor/browser/in_page tools/eslint)
}
