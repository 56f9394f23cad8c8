# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# A table of contents: each target is one script of scripts/, which says what it does and why.
# ARGS goes to the program: make play ARGS=--help, make test ARGS="--filter Game".

ARGS ?=
SEED ?= 1
RUNS ?= 1000
SECONDS ?= 60

.PHONY: help setup play test lint format build docs wasm bench clock-table fairness-table kernel-lab \
  bot-table crash-test backup-trial rated-match verify-trial flip-table breaks mutations scenes simulate \
  fuzz long autobahn sanitize man deb deb-trial docker-trial fresh-machine clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## install the system libraries that are missing, and check Swift's version
	@scripts/setup

play: ## build what is not built yet, and play
	@scripts/play $(ARGS)

test: ## lint, build with warnings as errors, run every test, and count
	@scripts/test $(ARGS)

lint: ## check formatting and style, and the scripts' syntax
	@scripts/lint

format: ## format every Swift file in place
	@scripts/format

build: ## build everything for debugging, tests too
	@scripts/setup
	@scripts/build

docs: ## build the reference of every module into .build/docs
	@scripts/setup
	@scripts/docs

wasm: ## build interpolator, rules and stage for WebAssembly and check them under Node
	@scripts/test-wasm

bench: ## measure the interpolator against its limits
	@scripts/bench-interpolation

clock-table: ## compare ways of telling the server's time over simulated lines, as CSV
	@scripts/clock-table $(ARGS)

fairness-table: ## compare ways of giving lag back over simulated lines, as CSV
	@scripts/fairness-table $(ARGS)

bot-table: ## measure how strong each level of bot is, as CSV
	@scripts/bot-table $(ARGS)

kernel-lab: ## measure the real programs over the kernel's own TCP on bad lines, as CSV; needs root
	@scripts/kernel-lab $(ARGS)

verify-trial: ## verify a thousand random replays, and each with one byte changed
	@scripts/verify-trial $(ARGS)

rated-match: ## play a rated match by keys in four terminals, from quick match to the leaderboard
	@scripts/rated-match $(ARGS)

crash-test: ## kill a real server in the middle of matches, and look for what is missing
	@scripts/crash-test $(ARGS)

backup-trial: ## back a real server up under playing bots, restore it, and look for what is missing
	@scripts/backup-trial $(ARGS)

flip-table: ## measure what a key press feels like over simulated lines, as CSV
	@scripts/flip-table $(ARGS)

breaks: ## break a hundred thousand connections in simulated matches, and count what is lost
	@scripts/breaks $(ARGS)

mutations: ## break the source on purpose, one promise at a time, and see whether the tests notice
	@scripts/mutations $(ARGS)

scenes: ## compare what viewers at unequal lines see, over many seeds
	@scripts/scenes $(ARGS)

simulate: ## run server, clients and journal through seeded faults: make simulate SEED=1 RUNS=1000
	@scripts/simulate --seed $(SEED) --runs $(RUNS) $(ARGS)

autobahn: ## run Autobahn's test suite of RFC 6455 against our server and our client
	@scripts/autobahn $(ARGS)

sanitize: ## run every test under the address sanitizer, then under the thread sanitizer
	@scripts/sanitize $(ARGS)

fuzz: ## look for bytes that break a promise of what reads them: make fuzz SECONDS=60
	@scripts/fuzz --seconds $(SECONDS) $(ARGS)

long: ## fuzz, simulate, crash, break connections and the source for an hour or two, and count
	@scripts/long $(ARGS)

man: ## make manual pages and completions from the programs' parsers, in .build/manuals
	@scripts/build-manuals

deb: ## make a Debian package of both programs and the service, in .build-deb
	@scripts/build-deb

deb-trial: ## install it on a clean, booted Debian, play, and remove it; needs root
	@scripts/deb-trial $(ARGS)

docker-trial: ## go through the Dockerfile's steps without an engine; needs root
	@scripts/docker-trial $(ARGS)

fresh-machine: ## give README's commands on a clean Debian, and time them; needs root
	@scripts/fresh-machine $(ARGS)

clean: ## remove what was built
	rm -rf .build .build-* .fuzz
