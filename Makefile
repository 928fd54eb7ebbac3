# Every target installs what it needs first. `make run` is all it takes.
.PHONY: run demo test check bench format

run:
	@scripts/run

demo:
	@scripts/demo

test:
	@scripts/test

check:
	@scripts/check

bench:
	@scripts/bench

format:
	@scripts/install && . scripts/node-env.sh && use_own_node && biome check --write .
