# Set-up shared by run.ps1 and test.ps1: a virtual environment with the project in it, and a browser.
# Dot-sourced, never run. What it says goes to stderr. scripts/setup.sh does the same elsewhere.

$root = Split-Path -Parent $PSScriptRoot

function Write-Setup {
    param([string]$Text)
    [Console]::Error.WriteLine("set-up: $Text")
}

# The path of a Python that fits. The launcher comes first: it knows what is installed.
function Find-Python {
    $fits = 'import sys, venv, ensurepip; print(sys.executable) if sys.version_info >= (3, 11) else sys.exit(1)'
    $candidates = @(@('py', '-3.13'), @('py', '-3.12'), @('py', '-3.11'), @('python'), @('python3'))
    foreach ($words in $candidates) {
        if (-not (Get-Command $words[0] -ErrorAction SilentlyContinue)) { continue }
        $options = @($words | Select-Object -Skip 1) + @('-c', $fits)
        $found = & $words[0] @options 2>$null
        if ($LASTEXITCODE -eq 0 -and $found) { return $found }
    }
    throw 'no Python 3.11 or newer was found: winget install Python.Python.3.13'
}

function Invoke-Pip {
    param([string]$Python, [string[]]$Words)
    & $Python -m pip install -qq --disable-pip-version-check --no-input @Words | Out-Host
    if ($LASTEXITCODE -ne 0) { throw 'pip could not install the project: its own words stand above' }
}

# What the environment was made from: as long as it stays the same there is nothing to do.
function Get-Recipe {
    param([string]$Python)
    $version = & $Python -I -S -c 'import sys; print(sys.version)'
    $files = @(Join-Path $root 'pyproject.toml') + @(Get-ChildItem (Join-Path $root 'requirements/*.txt') | ForEach-Object { $_.FullName })
    $hashes = $files | ForEach-Object { (Get-FileHash $_).Hash }
    return (@($root, $version) + $hashes) -join "`n"
}

# The Python of an environment with these extras in it.
function Initialize-Project {
    param([string]$Folder, [string]$Extras)
    $venv = Join-Path $root $Folder
    $python = Join-Path $venv 'Scripts/python.exe'
    $stamp = Join-Path $venv ".set-up-$($Extras -replace ',', '-')"
    if ((Test-Path $python) -and (Test-Path $stamp) -and ((Get-Content -Raw $stamp).Trim() -eq (Get-Recipe $python).Trim())) {
        return $python
    }
    if (-not (Test-Path $python)) {
        $base = Find-Python
        Write-Setup "making $venv with $base"
        & $base -m venv --clear $venv | Out-Host
        if ($LASTEXITCODE -ne 0) { throw "$base could not make $venv" }
    }
    Write-Setup "installing the project with its extras $Extras (some minutes the first time)"
    $requirements = Join-Path $root 'requirements'
    Invoke-Pip $python @('--require-hashes', '-r', (Join-Path $requirements 'installer.txt'))
    $wanted = Join-Path $venv 'wanted.txt'
    $lines = & $python (Join-Path $root 'scripts/requirements.py') $Extras
    if ($LASTEXITCODE -ne 0) { throw 'the wanted packages could not be listed' }
    [IO.File]::WriteAllLines($wanted, [string[]]$lines)
    Invoke-Pip $python @('-c', (Join-Path $requirements 'lock.txt'), '-r', $wanted)
    Invoke-Pip $python @('--no-deps', '--no-build-isolation', '-e', $root)
    Set-Content -Path $stamp -Value (Get-Recipe $python)
    return $python
}

# A Chromium: Playwright's own, Chrome or the system's Edge; where none is, Playwright's is fetched.
function Initialize-Chromium {
    param([string]$Python)
    if ($env:AUDITOR_CHROMIUM) { return }
    $find = @'
import sys
from playwright.sync_api import sync_playwright
from auditor.browser.chromium import executable
with sync_playwright() as playwright:
    found = executable(playwright.chromium.executable_path)
sys.exit(found is None)
'@
    $find | & $Python -P - 2>$null
    if ($LASTEXITCODE -eq 0) { return }
    Write-Setup "downloading Playwright's Chromium"
    & $Python -m playwright install chromium | Out-Host
    if ($LASTEXITCODE -ne 0) {
        Write-Setup 'no Chromium, so pages cannot be rendered: install Chrome or Edge, or name one in AUDITOR_CHROMIUM'
    }
}
