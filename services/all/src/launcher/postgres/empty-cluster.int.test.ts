import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeEmptyCluster } from './empty-cluster.ts';
import type { EmptyCluster } from './initdb.ts';
import { postgresBinaries, serverUser } from './postgres-binaries.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pii-vault-empty-'));
  await chmod(parent, 0o711);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Creates a separate installation without a prepared cluster. */
async function clusterOf(data: string, mayKeepFilesBeside = true): Promise<EmptyCluster> {
  const installed = join(dirname((await postgresBinaries()).initdb), '..');
  await mkdir(join(parent, 'native'), { recursive: true });
  const bin = join(parent, 'native/bin');
  for (const part of ['bin', 'lib', 'share'])
    await symlink(join(installed, part), join(parent, 'native', part)).catch(() => undefined);
  return {
    binaries: {
      initdb: join(bin, 'initdb'),
      postgres: join(bin, 'postgres'),
      pgCtl: join(bin, 'pg_ctl'),
      mayKeepFilesBeside,
    },
    user: await serverUser(),
    data: join(parent, data),
    password: 'a-password_of_its_own',
    settings: { log_min_messages: 'fatal', log_min_error_statement: 'panic' },
  };
}
async function make(data: string): Promise<string> {
  const cluster = await clusterOf(data);
  await makeEmptyCluster(cluster, cluster.data);
  return cluster.data;
}
/** System identifier, which initdb generates and copies share. */
const systemIdentifier = async (folder: string) =>
  (await readFile(join(folder, 'global/pg_control'))).readBigUInt64LE();
const preparedFolders = async () =>
  (await readdir(join(parent, 'native'))).filter((name) => name.startsWith('empty-'));

async function prepared(): Promise<string> {
  return join(parent, 'native', (await preparedFolders())[0] ?? '');
}

it('is a copy of the cluster that the first start prepared, even if the server’s user cannot enter the installation', async () => {
  await mkdir(join(parent, 'native'), { mode: 0o700 });
  const folders = [await make('first'), await make('second')];
  const drawn = await Promise.all([...folders, await prepared()].map(systemIdentifier));
  expect(new Set(drawn).size).toBe(1);
});

it('is made by initdb if the password of a copy cannot be set', async () => {
  const copied = await systemIdentifier(await make('first'));
  await appendFile(join(await prepared(), 'postgresql.conf'), 'default_transaction_read_only = on\n');
  expect(await systemIdentifier(await make('second'))).not.toBe(copied);
});

it('is made by initdb, without a prepared cluster, if the installation belongs to another user', async () => {
  const cluster = await clusterOf('pgdata', false);
  await makeEmptyCluster(cluster, cluster.data);
  expect(await preparedFolders()).toEqual([]);
  await expect(systemIdentifier(cluster.data)).resolves.toBeTypeOf('bigint');
});

it('reports the cause when single-user mode does not start', async () => {
  const cluster = await clusterOf('pgdata');
  const settings = { ...cluster.settings, password_encryption: 'none-such' };
  await expect(makeEmptyCluster({ ...cluster, settings }, cluster.data)).rejects.toThrow('none-such');
});

it.each(['', 'too-short', "a-quote'_of_its_own_in_it", 'a long password with spaces'])(
  'refuses «%s» as a password before it creates files',
  async (password) => {
    const cluster = { ...(await clusterOf('pgdata')), password };
    await expect(makeEmptyCluster(cluster, cluster.data)).rejects.toThrow('20 or more letters');
    expect(await readdir(parent)).toEqual(['native']);
  },
);

it('removes drafts of killed starts, but not of running ones', async () => {
  await clusterOf('pgdata');
  const anHourAgo = new Date(Date.now() - 3_700_000);
  for (const name of ['empty-01234567.89abcdef', 'empty-01234567.89abcdef.password']) {
    await writeFile(join(parent, 'native', name), '');
    await utimes(join(parent, 'native', name), anHourAgo, anHourAgo);
  }
  await writeFile(join(parent, 'native/empty-01234567.76543210'), '');
  await make('pgdata');
  const [making, made, ...others] = (await preparedFolders()).sort((a, b) => b.length - a.length);
  expect(making).toBe('empty-01234567.76543210');
  expect(made).toMatch(/^empty-[0-9a-f]{8}$/);
  expect(others).toEqual([]);
});
