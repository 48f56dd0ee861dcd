#!/usr/bin/env bash
# scripts/docs.sh [ARGS…]: the site of the documents, from docs/ into site/; a link that leads nowhere
# fails. `scripts/docs.sh serve` shows it on this machine while it is written.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

set_up "$root/.venv" "$(runtime_extra),bench,dev"
export NO_MKDOCS_2_WARNING=1
cd -- "$root"
if [ "${1-}" = serve ]; then
  exec "$root/.venv/bin/python" -m mkdocs serve
fi
exec "$root/.venv/bin/python" -m mkdocs build --strict ${1+"$@"}
