import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const STEPS = [
  'install',
  'build-web',
  'apt-need',
  'tests/test-services/install',
  'tests/conformance/install',
  'tests/postgres/install',
];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-steps-'));
  await copyFile(join(import.meta.dirname, 'test'), join(folder, 'test'));
  await writeFile(join(folder, 'node-env.sh'), 'use_own_node() { echo tests begin; exit; }\n');
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs `scripts/test` with these commands as its steps; other steps do nothing. */
async function runSteps(commands: Readonly<Record<string, string>>): Promise<ChildProcess> {
  for (const step of STEPS) {
    await mkdir(dirname(join(folder, step)), { recursive: true });
    await writeFile(join(folder, step), `#!/bin/bash\n${commands[step] ?? 'true'}\n`, { mode: 0o755 });
  }
  return spawn(join(folder, 'test'), { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Reads a stream until the text is enough, or to its end. */
async function readUntil(stream: AsyncIterable<Buffer> | null, isEnough: (text: string) => boolean) {
  let text = '';
  for await (const part of stream ?? []) {
    text += part;
    if (isEnough(text)) break;
  }
  return text;
}

it('starts the tests after every step has ended', async () => {
  const run = await runSteps({});
  expect(await readUntil(run.stdout, () => false)).toBe('tests begin\n');
});

it('names the failed step, waits for the parallel steps, and fails', async () => {
  const [fifo, log] = [join(folder, 'fifo'), join(folder, 'log')];
  execFileSync('mkfifo', [fifo]);
  const run = await runSteps({
    install: 'exit 3',
    'build-web': 'echo a step after the failed one',
    'tests/conformance/install': `read -r _ <${fifo}; echo done >${log}`,
  });
  const ended = once(run, 'exit');
  expect(await readUntil(run.stderr, (text) => text.includes('\n'))).toBe('scripts/install failed\n');
  expect([run.exitCode, existsSync(log)]).toEqual([null, false]);
  await writeFile(fifo, '\n');
  expect(await ended).toEqual([1, null]);
  expect(await readFile(log, 'utf8')).toBe('done\n');
  expect(await readUntil(run.stdout, () => false)).toBe('');
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('on %s ends every process that its steps started', async (signal, status) => {
  // Each step starts a process whose child sleeps; the step prints the pid of the child.
  const busy = "bash -c 'sleep infinity & echo $!; wait'; true";
  const slow = STEPS.filter((step) => step !== 'build-web');
  const run = await runSteps(Object.fromEntries(slow.map((step) => [step, busy])));
  const ended = once(run, 'exit');
  const pids: string[] = [];
  await readUntil(run.stdout, (text) => {
    pids.splice(0, pids.length, ...text.trim().split('\n'));
    return pids.length === slow.length;
  });
  run.kill(signal);
  expect(await ended).toEqual([status, null]);
  for (const pid of pids) expect(await stateOf(pid)).toMatch(/^[ZX]?$/);
});

/** State letter of a process, or empty if it does not exist. */
async function stateOf(pid: string): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^State:\s*(\S)/m.exec(status)?.[1] ?? '';
}
