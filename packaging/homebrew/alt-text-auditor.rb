class AltTextAuditor < Formula
  include Language::Python::Virtualenv

  desc "Judge whether alternative texts of images serve blind readers"
  homepage "https://alt-text-auditor.invalid/"
  url "https://alt-text-auditor.invalid/releases/alt_text_auditor-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "python@3.13"

  def install
    venv = virtualenv_create(libexec, "python3.13", system_site_packages: false, without_pip: false)
    python = libexec/"bin/python"
    pip_install = [python, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    # The versions of the lock, each file held to its hash: an older pip reads none from constraints.
    system(*pip_install, "--require-hashes", "--requirement", "requirements/installer.txt")
    (buildpath/"wanted.txt").write Utils.safe_popen_read(python, "scripts/requirements.py", "cpu")
    system(*pip_install, "--constraint", "requirements/lock.txt", "--requirement", "wanted.txt")
    venv.pip_install_and_link buildpath
    man1.install "docs/auditor.1"
    generate_completions_from_executable(bin/"auditor", shell_parameter_format: :click)
  end

  def caveats
    <<~EOS
      Pages are read in Google Chrome, Chromium or Edge where one is installed. To get one:
        #{opt_libexec}/bin/python -m playwright install chromium
    EOS
  end

  test do
    (testpath/"page.html").write <<~HTML
      <!DOCTYPE html><html lang="en"><title>Foxes</title><main><img src="fox.png"></main></html>
    HTML
    output = shell_output("#{bin}/auditor scan --static --no-save page.html", 2)
    assert_match "no alternative text", output
  end
end
