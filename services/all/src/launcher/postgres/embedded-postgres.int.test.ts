import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import { migrate, PLATFORM_MIGRATIONS } from '@pii-vault/platform/postgres/migrate';
import { provisionBus, provisionService } from '@pii-vault/platform/postgres/provision';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let parent: string;
let server: EmbeddedPostgres | undefined;
let child: ChildProcess | undefined;

beforeEach(async () => {
  // mkdtemp sets mode 0700, so under root the server's user could not enter the folder.
  parent = await mkdtemp(join(tmpdir(), 'pii-vault-embedded-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await server?.stop();
  server = undefined;
  await rm(parent, { recursive: true, force: true });
});

const start = async () => {
  server = await startEmbeddedPostgres({ folder: join(parent, 'a b'), mode: 'durable', log: silentLogger() });
  return server;
};
async function query<R extends object>(on: EmbeddedPostgres, sql: string): Promise<R[]> {
  const { address, admin } = on.access('postgres');
  const client = new pg.Client(connectionSettings(address, admin, 'test'));
  await client.connect();
  const result = await client.query<R>(sql).finally(() => client.end());
  return result.rows;
}
const postmasterPid = async () =>
  Number((await readFile(join(parent, 'a b/pgdata/postmaster.pid'), 'utf8')).split('\n', 1)[0]);

/** Starts another process that runs the server on the same folder. */
async function startChild(): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
    const quiet = () => undefined;
    await startEmbeddedPostgres({ folder: process.argv[1], mode: 'durable', log: { info: quiet, warn: quiet, error: quiet } });
    console.log('started');
    setInterval(quiet, 60_000);`;
  const started = spawn(process.execPath, ['--input-type=module', '-e', script, join(parent, 'a b')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    started.stdout.once('data', resolve);
    started.once('exit', reject);
  });
  return started;
}
/** Starts a zombie: a process that ends while its parent never reaps it. */
async function startZombie(): Promise<number> {
  const script = 'exec 3<&0; cat <&3 & echo $!; exec sleep 600';
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child = parent;
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  parent.stdin.end();
  return pid;
}
const gone = (process: ChildProcess) => new Promise((resolve) => process.once('exit', resolve));

describe('embedded PostgreSQL', () => {
  it('keeps its data after a clean restart, and logs no statements', async () => {
    const first = await start();
    await query(first, `CREATE TABLE t AS SELECT 'ABCDE1234F' AS v`);
    await query(first, `SELECT 'ABCDE1234F'::int`).catch(() => undefined);
    await first.stop();
    const second = await start();
    expect(await query(second, 'SELECT v FROM t')).toEqual([{ v: 'ABCDE1234F' }]);
    expect(await readFile(join(parent, 'a b/log/postgres.log'), 'utf8').catch(() => '')).not.toContain(
      'ABCDE1234F',
    );
  });

  it('belongs to one process; after its kill, the next one takes over the running server', async () => {
    child = await startChild();
    await expect(start()).rejects.toThrow(/in use/);
    const orphan = await postmasterPid();
    child.kill('SIGKILL');
    await gone(child);
    process.kill(orphan, 0);
    const next = await start();
    expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await postmasterPid()).not.toBe(orphan);
  });

  it('restarts on the same port when the server is killed', async () => {
    const running = await start();
    const { port } = running.access('postgres').address;
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    for (let answer: unknown; answer === undefined; )
      answer = await query(running, 'SELECT 1').catch(
        () => new Promise((resolve) => setTimeout(resolve, 50)),
      );
    expect(await postmasterPid()).not.toBe(pid);
    expect(running.access('postgres').address.port).toBe(port);
  });

  it('starts although another program reuses the recorded pid, or initdb was interrupted', async () => {
    const first = await start();
    await first.stop();
    const pidFile = join(parent, 'a b/pgdata/postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n`);
    await chmod(pidFile, 0o644);
    const second = await start();
    await second.stop();
    await rm(join(parent, 'a b/pgdata/PG_VERSION'));
    await rm(join(parent, 'a b/pgdata'), { recursive: true });
    await writeFile(join(parent, 'a b/pgdata.new'), 'rubbish');
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts although the recorded server is a zombie', async () => {
    await (await start()).stop();
    const zombie = await startZombie();
    await expect.poll(() => readFile(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /);
    await writeFile(join(parent, 'a b/pgdata/postmaster.pid'), `${zombie}\n`);
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('has a separate password in every folder, although the initial data is copied', async () => {
    const first = await start();
    const folder = join(parent, 'b');
    const other = await startEmbeddedPostgres({ folder, mode: 'durable', log: silentLogger() });
    try {
      const { address, admin } = other.access('postgres');
      expect(await query(other, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const asFirst = { ...admin, password: first.access('postgres').admin.password };
      const stranger = new pg.Client(connectionSettings(address, asFirst, 'test'));
      await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
    } finally {
      await other.stop();
    }
  });

  it('can be provisioned and migrated by several processes at once, repeatedly', async () => {
    const access = (await start()).access('postgres');
    const prepare = async () => {
      await provisionBus(access, 'b');
      for (const service of ['vault', 'audit']) {
        await provisionService(access, service, { app: 'a', system: 's' });
        await migrate({ ...access, service, migrations: PLATFORM_MIGRATIONS });
      }
    };
    await Promise.all([prepare(), prepare(), prepare()]);
    await prepare();
    const running = server ?? (await start());
    const applied = await query<{ name: string }>(
      running,
      'SELECT name FROM vault.platform_migrations ORDER BY name',
    );
    const files = (await readdir(PLATFORM_MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
    expect(applied.map(({ name }) => `${name}.sql`)).toEqual(files);
  });
});
