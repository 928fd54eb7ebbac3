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

/** A script of this folder; without `path`, with that of the tests. */
function run(script: string, args: string[], path = process.env.PATH) {
  const { status, stdout, stderr } = spawnSync('bash', [resolve(import.meta.dirname, script), ...args], {
    env: { PATH: path },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('says what to install where nothing can install it, and fails', () => {
  const wanted = ['bash=bash', 'redis-server=redis-server', 'softhsm2-util=softhsm2'];
  const said = { status: 1, stdout: '', stderr: 'Install these first: redis-server softhsm2\n' };
  expect(run('apt-need', wanted, bare)).toEqual(said);
  expect(run('apt-need', ['bash=bash'], bare)).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('fetches the lists of Debian only when those that are there do not do', async () => {
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

it('names the test services that there are when another one is asked for', () => {
  const { status, stderr } = run('test-services/install', ['memcached']);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^There is no test service named memcached. There are: (?=.*kafka)(?=.*redis)(?=.*kms)/,
  );
});
