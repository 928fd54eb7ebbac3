# Every target first installs what it needs, so `make run` needs no other command before it.
SHELL := bash
.PHONY: run run-apart demo test test-faults test-slow test-alerts test-chart test-kubernetes e2e images load check bench bench-scale fsck format

run:
	@scripts/run

run-apart:
	@scripts/run-apart

demo:
	@TARGET=$(TARGET) scripts/demo

test:
	@scripts/test

test-faults:
	@scripts/test-faults $(FAULTS)

test-slow:
	@scripts/test-slow

test-alerts:
	@scripts/test-alerts

test-chart:
	@scripts/test-chart

test-kubernetes:
	@scripts/test-kubernetes

e2e:
	@scripts/tests/e2e/run $(TARGET)

images:
	@scripts/dev/images/build

load:
	@scripts/load

check:
	@scripts/check

bench:
	@scripts/bench

bench-scale:
	@scripts/bench scale

fsck:
	@scripts/install && . scripts/node-env.sh && use_own_node && node scripts/product/audit-fsck/main.ts

format:
	@scripts/install && . scripts/node-env.sh && use_own_node && biome check --write .
