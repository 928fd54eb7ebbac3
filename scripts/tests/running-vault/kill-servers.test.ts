import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasEnded, killServers, readPid, signalIfRunning } from './kill-servers.ts';

const PID_FILES = ['postgres/pgdata/postmaster.pid', 'parts/kafka/pid', 'parts/redis/pid'] as const;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-kill-'));
  for (const part of ['postgres/pgdata', 'parts/kafka', 'parts/redis'])
    await mkdir(join(folder, part), { recursive: true });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Starts a process that waits, in a folder and with these arguments. */
async function waiting(cwd: string, ...args: string[]): Promise<number> {
  const child = spawn('sh', ['-c', 'echo; read -r line', 'sh', ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child.pid ?? 0;
}

async function remember(file: (typeof PID_FILES)[number], pid: number): Promise<void> {
  await writeFile(join(folder, file), `${pid}\n`);
}

it('kills processes that run in the data folder or have it in their arguments', async () => {
  const [postgres, kafka] = [
    await waiting(join(folder, 'postgres/pgdata')),
    await waiting('/', `-Dlogs=${folder}/parts/kafka/logs`),
  ];
  await remember('postgres/pgdata/postmaster.pid', postgres);
  await remember('parts/kafka/pid', kafka);
  await killServers(folder);
  expect(await Promise.all([postgres, kafka].map(hasEnded))).toEqual([true, true]);
});

it('does not kill an unrelated process with a reused pid', async () => {
  const stranger = await waiting('/', `${folder}-of-another/parts`);
  for (const file of PID_FILES) await remember(file, stranger);
  await killServers(folder);
  expect(await hasEnded(stranger)).toBe(false);
});

it('ignores a process that has ended and a pid file that is missing or empty', async () => {
  const ended = await waiting('/');
  signalIfRunning(ended, 'SIGKILL');
  await new Promise((resolve) => children.at(-1)?.once('exit', resolve));
  expect(() => signalIfRunning(ended, 'SIGKILL')).not.toThrow();
  const file = join(folder, 'parts/kafka/pid');
  expect(await readPid(file)).toEqual([]);
  // kill(0) would signal the whole process group of the test.
  await writeFile(file, '');
  expect(await readPid(file)).toEqual([]);
});
