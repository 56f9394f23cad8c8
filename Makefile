# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# Each target runs one script, whose head explains it.

ARGS ?=
NAME ?=
SECONDS ?= 60

.PHONY: help play programs test check build format fuzz mutations sanitize lab bench docs trial release clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo "ARGS go to the program: make play ARGS=--help; make test ARGS='--filter LobbyTests'."
	@echo "Without NAME, lab, bench and trial list their choices: make lab NAME=bots ARGS='--games 500'."

play: ## build quickly, and play against a bot
	@scripts/play $(ARGS)

programs: ## build both programs for release, the server with the page for browsers
	@scripts/setup
	@scripts/build-web
	@swift build --quiet -c release --product facedown
	@swift build --quiet -c release --product facedown-server

test: ## lint, build with warnings as errors, test; needs Swift and the programs' libraries
	@scripts/test $(ARGS)

check: ## install terminals, proxies, Prometheus ... and run the tests that need them; fuzz
	@scripts/test --check $(ARGS)

build: ## build everything for debugging, tests too
	@scripts/setup
	@scripts/build

format: ## format every Swift file in place
	@scripts/lint --fix

fuzz: ## fuzz every parser of untrusted bytes: make fuzz SECONDS=60
	@scripts/fuzz --seconds $(SECONDS) $(ARGS)

mutations: ## plant bugs in the source, and count those that the tests find
	@scripts/mutations $(ARGS)

sanitize: ## run the tests under the address sanitizer, then the thread sanitizer
	@scripts/sanitize $(ARGS)

lab: ## run an experiment: simulator, crashes, bots, latency, load ...
	@scripts/lab $(NAME) $(ARGS)

bench: ## run a benchmark
	@scripts/bench $(NAME) $(ARGS)

docs: ## build the reference of every module into .build/docs
	@scripts/setup
	@scripts/docs

trial: ## build the Debian package, or test it on a clean machine (needs root)
	@scripts/trial $(NAME) $(ARGS)

release: ## make a release in .build-release: archive, Debian package, SBOM, installer, checksums
	@scripts/setup --release
	@scripts/release $(ARGS)

clean: ## remove all build products
	rm -rf .build .build-* .fuzz
