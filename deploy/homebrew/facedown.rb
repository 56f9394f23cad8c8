# typed: strict
# frozen_string_literal: true

# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# Builds both programs from the source archive of a release, for Homebrew on Linux. `scripts/release` fills in
# the placeholders, and writes the result to .build-release/facedown.rb. Not run: see README.md beside it.
class Facedown < Formula
  desc "Multiplayer Memory for the terminal and the browser, over WebSockets"
  homepage "@URL@"
  url "@URL@/facedown-@VERSION@-source.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "binaryen" => :build
  depends_on "brotli" => :build
  depends_on "cmake" => :build
  depends_on "esbuild" => :build
  depends_on "lld" => :build
  depends_on "pkgconf" => :build
  depends_on "python@3.14" => :build
  depends_on "cnats"
  depends_on "libev"
  depends_on :linux
  depends_on "openssl@3"
  depends_on "qrencode"
  depends_on "sqlite"
  depends_on "swift"
  depends_on "zlib"

  # The code is made for what 4.1 does (docs/decisions/01); Homebrew has a newer one, without libev.
  resource "libwebsockets" do
    url "https://github.com/warmcat/libwebsockets/archive/v4.1.6.tar.gz"
    sha256 "402e9a8df553c9cd2aff5d7a9758e9e5285bf3070c82539082864633db3deb83"
  end

  def install
    resource("libwebsockets").stage do
      system "cmake", "-S", ".", "-B", "build",
                      "-DLWS_WITH_LIBEV=ON", "-DLWS_IPV6=ON", "-DLWS_WITHOUT_TESTAPPS=ON",
                      "-DCMAKE_POLICY_VERSION_MINIMUM=3.5", "-DCMAKE_INSTALL_RPATH=#{libexec}/lib",
                      *std_cmake_args(install_prefix: libexec)
      system "cmake", "--build", "build"
      system "cmake", "--install", "build"
    end

    ENV.prepend_path "PKG_CONFIG_PATH", libexec/"lib/pkgconfig"
    # The date of manual pages; there is no git here to ask.
    ENV["SOURCE_DATE_EPOCH"] = time.to_i.to_s
    system "scripts/build-web"
    %w[facedown facedown-server].each do |program|
      system "swift", "build", "--disable-sandbox", "--configuration", "release",
                      "--static-swift-stdlib", "--product", program,
                      "-Xlinker", "-rpath", "-Xlinker", libexec/"lib"
      bin.install ".build/release/#{program}"
    end

    system "scripts/docs", "manuals", bin, buildpath/"manuals"
    man1.install Dir["manuals/man/*"]
    bash_completion.install Dir["manuals/bash/*"]
    zsh_completion.install Dir["manuals/zsh/*"]
    fish_completion.install Dir["manuals/fish/*"]
    pkgetc.install "deploy/debian/server.yaml"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/facedown-server --version").strip
    # A match of a bot against a bot, on a server of its own.
    output = pipe_output("#{bin}/facedown play --json", "")
    assert_match "END_REASON_FINISHED", output
  end
end
