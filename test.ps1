# .\test.ps1       every check that needs no torch: lint, format, import contracts, types, tests
# .\test.ps1 ARGS  only the tests, ARGS handed to pytest: .\test.ps1 tests/models -k encoder
$ErrorActionPreference = 'Stop'
. (Join-Path $PSScriptRoot 'scripts/setup.ps1')

$python = Initialize-Project -Folder '.venv' -Extras 'cpu,bench,dev'
Initialize-Chromium -Python $python
Set-Location $PSScriptRoot

$failed = @()
function Test-Step {
    param([string]$Name, [string[]]$Words)
    Write-Output "`n== $Name"
    & $python @Words
    if ($LASTEXITCODE -ne 0) { $script:failed += $Name }
}

if ($args.Count -eq 0) {
    Test-Step 'lint' @('-m', 'ruff', 'check')
    Test-Step 'format' @('-m', 'ruff', 'format', '--check')
    Test-Step 'contracts' @('-c', 'from importlinter.cli import lint_imports_command; lint_imports_command()')
    Test-Step 'types' @('-m', 'mypy', '-p', 'app', '-p', 'auditor', '-p', 'extractors', '-p', 'models')
    Test-Step 'tests' @('-m', 'pytest', '-m', 'not export', '--numprocesses', 'auto', '--maxprocesses', '8')
}
else {
    Test-Step 'tests' (@('-m', 'pytest', '-m', 'not export') + $args)
}

if ($failed.Count -gt 0) {
    Write-Output "`nFailed: $($failed -join ', ')"
    exit 1
}
Write-Output "`nAll checks passed."
