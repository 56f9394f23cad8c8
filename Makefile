# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# A table of contents: each target is one script of scripts/, which says what it does and why.
# ARGS goes to the program: make play ARGS=--help, make test ARGS="--filter Game".

ARGS ?=
NAME ?=
SECONDS ?= 60

.PHONY: help setup play test format build docs lab bench mutations fuzz sanitize trial clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## install the system libraries that are missing, and check Swift's version
	@scripts/setup

play: ## build what is not built yet, and play
	@scripts/play $(ARGS)

test: ## lint, build with warnings as errors, run every test, and count
	@scripts/test $(ARGS)

format: ## format every Swift file in place
	@scripts/lint --fix

build: ## build everything for debugging, tests too
	@scripts/setup
	@scripts/build

docs: ## build the reference of every module into .build/docs
	@scripts/setup
	@scripts/docs

lab: ## run an experiment: simulator, crashes, bots, latency, load ...
	@scripts/lab $(NAME) $(ARGS)

bench: ## run a benchmark
	@scripts/bench $(NAME) $(ARGS)

mutations: ## break the source on purpose, one promise at a time, and see whether the tests notice
	@scripts/mutations $(ARGS)

sanitize: ## run every test under the address sanitizer, then under the thread sanitizer
	@scripts/sanitize $(ARGS)

fuzz: ## look for bytes that break a promise of what reads them: make fuzz SECONDS=60
	@scripts/fuzz --seconds $(SECONDS) $(ARGS)

trial: ## make the Debian package, or try it on a clean machine; needs root
	@scripts/trial $(NAME) $(ARGS)

clean: ## remove what was built
	rm -rf .build .build-* .fuzz
