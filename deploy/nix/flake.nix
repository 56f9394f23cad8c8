# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# A shell with the libraries that the programs are built from; Swift 6.3 or newer comes from PATH. Not run:
# see README.md beside it.
{
  description = "Multiplayer Memory for the terminal and the browser, over WebSockets";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      forEach =
        outputsOf: nixpkgs.lib.genAttrs systems (system: outputsOf nixpkgs.legacyPackages.${system});
    in
    {
      packages = forEach (pkgs: {
        # The code is made for what 4.1 does (docs/decisions/01), on libev.
        libwebsockets = pkgs.libwebsockets.overrideAttrs (old: rec {
          version = "4.1.6";
          src = pkgs.fetchFromGitHub {
            owner = "warmcat";
            repo = "libwebsockets";
            rev = "v${version}";
            sha256 = "0x56v4hsx92vm1zibfmnqb5g3v23kzciffn3fjlsc3sly2pknhsg";
          };
          # Those of nixpkgs are for another version.
          patches = [ ];
          postPatch = "";
          buildInputs = (old.buildInputs or [ ]) ++ [ pkgs.libev ];
          cmakeFlags = [
            "-DLWS_WITH_LIBEV=ON"
            "-DLWS_IPV6=ON"
            "-DLWS_WITHOUT_TESTAPPS=ON"
            "-DCMAKE_POLICY_VERSION_MINIMUM=3.5"
          ];
        });
      });

      devShells = forEach (pkgs: {
        default = pkgs.mkShell {
          packages = [
            self.packages.${pkgs.stdenv.hostPlatform.system}.libwebsockets
            pkgs.binaryen
            pkgs.brotli
            pkgs.esbuild
            pkgs.libev
            pkgs.cnats
            pkgs.gnumake
            pkgs.openssl
            pkgs.pkg-config
            pkgs.python3
            pkgs.qrencode
            pkgs.sqlite
            pkgs.zlib
          ];
          shellHook = ''
            command -v swift >/dev/null || echo "Swift was not found: put 6.3 or newer on PATH." >&2
          '';
        };
      });

      formatter = forEach (pkgs: pkgs.nixfmt-rfc-style);
    };
}
