import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let bare: string;
beforeAll(async () => {
  bare = await mkdtemp(join(tmpdir(), 'bare-'));
  await symlink('/bin/bash', join(bare, 'bash'));
});
afterAll(() => rm(bare, { recursive: true, force: true }));

/** Runs a script of this folder. `path` is its PATH, by default that of the tests. */
function run(script: string, args: string[], path = process.env.PATH) {
  const { status, stdout, stderr } = spawnSync('bash', [resolve(import.meta.dirname, script), ...args], {
    env: { PATH: path },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('lists the missing packages and fails if it cannot install them', () => {
  const wanted = ['bash=bash', 'redis-server=redis-server', 'softhsm2-util=softhsm2'];
  const missing = { status: 1, stdout: '', stderr: 'Install these first: redis-server softhsm2\n' };
  expect(run('apt-need', wanted, bare)).toEqual(missing);
  expect(run('apt-need', ['bash=bash'], bare)).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('updates the package lists only if an install from the cached ones fails', async () => {
  const machine = await mkdtemp(join(bare, 'machine-'));
  const [calls, lists] = [join(machine, 'calls'), join(machine, 'lists')];
  const commands = {
    id: 'echo 0',
    env: 'while [[ $1 == *=* ]]; do shift; done; exec "$@"',
    'apt-get': `case " $* " in
      *" update "*) echo lists >>${calls}; : >${lists};;
      *" install "*) echo packages >>${calls}; [ -e ${lists} ];;
    esac`,
  };
  await symlink('/bin/bash', join(machine, 'bash'));
  for (const [name, text] of Object.entries(commands))
    await writeFile(join(machine, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  expect(run('apt-need', ['mvn=maven'], machine)).toMatchObject({ status: 0, stderr: '' });
  expect(await readFile(calls, 'utf8')).toBe('packages\nlists\npackages\n');
  expect(run('apt-need', ['mvn=maven'], machine)).toMatchObject({ status: 0 });
  expect(await readFile(calls, 'utf8')).toBe('packages\nlists\npackages\npackages\n');
});

it('lists the known test services if the name is unknown', () => {
  const { status, stderr } = run('tests/test-services/install', ['memcached']);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^There is no test service named memcached. There are: (?=.*kafka)(?=.*redis)(?=.*kms)/,
  );
});
