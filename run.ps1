# .\run.ps1 ARGS: set the program up where that was not done yet, then run `auditor ARGS`.
# Works from any folder; output and exit code are the program's own. Windows PowerShell 5.1 or newer.
$ErrorActionPreference = 'Stop'
. (Join-Path $PSScriptRoot 'scripts/setup.ps1')

$extras = 'cpu,bench'
# The window brings 290 MB that nothing else needs.
if ($args.Count -gt 0 -and $args[0] -eq 'gui') { $extras += ',gui' }
$python = Initialize-Project -Folder '.venv' -Extras $extras
Initialize-Chromium -Python $python
# -P: a folder named `models` or `auditor` where the user stands must not be taken for ours.
& $python -P -m app @args
exit $LASTEXITCODE
