# Every target installs what it needs first. `make run` is all it takes.
SHELL := bash
.PHONY: run run-apart demo test test-faults test-slow e2e images check bench bench-scale fsck format

run:
	@scripts/run

run-apart:
	@scripts/run-apart

demo:
	@scripts/demo

test:
	@scripts/test

test-faults:
	@scripts/test-faults $(FAULTS)

test-slow:
	@scripts/test-slow

e2e:
	@scripts/e2e/run $(TARGET)

images:
	@scripts/images/build

check:
	@scripts/check

bench:
	@scripts/bench

bench-scale:
	@scripts/bench scale

fsck:
	@scripts/install && . scripts/node-env.sh && use_own_node && node scripts/audit-fsck/main.ts

format:
	@scripts/install && . scripts/node-env.sh && use_own_node && biome check --write .
