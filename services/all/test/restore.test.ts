import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileLines } from '@pii-vault/audit/outside/file-lines';
import { withRestoredTrail } from '@pii-vault/audit/restored/restored-trail';
import type { Environment } from '@pii-vault/platform/core/config/config';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import type { AdminAccess } from '@pii-vault/platform/postgres/provision';
import { noBus } from '@pii-vault/platform/runtime/process/open-ports';
import { RevocationsService } from '@pii-vault/proto/platform/v1/revocations';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCertificate } from '../../../scripts/product/verify-certificate/certificate.ts';
import { DATABASE_NAME, startDatabase } from '../src/launcher/embedded/database.ts';
import { openLocalSecrets } from '../src/launcher/embedded/secrets.ts';
import { type RunningVault, startVault } from '../src/launcher/start.ts';
import { allModules } from '../src/modules.ts';
import { replayMissingRevocations } from '../src/operations/backup/replay-missing-revocations.ts';
import { restoreBackup } from '../src/operations/backup/restore-backup.ts';
import { restoreVault } from '../src/operations/backup/restore-vault.ts';
import { restoredDatabase } from '../src/operations/backup/restored-database.ts';
import { takeBackup } from '../src/operations/backup/take-backup.ts';
import { backUp } from '../src/operations/commands/back-up.ts';
import { checkDeployedTrail } from '../src/operations/commands/check-deployed-trail.ts';
import { CONSUMING_MODULES, replayParked } from '../src/operations/commands/parked-events.ts';
import { restoreCheck } from '../src/operations/commands/restore-check.ts';
import { deployedServices } from '../src/operations/deployed-services.ts';
import { deployedVault } from '../src/operations/deployed-vault.ts';
import { newVault, runningVault } from '../src/operations/open-vault.ts';
import type { VaultAccess } from '../src/operations/vault-access.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { apiClientOf, createUser, firstAdmin, PASSWORD, signIn } from './first-admin.ts';

const consentDetails = { purpose: 'kyc' };
const onlyRule = { ip: '192.0.2.0/24', confirm: true };
let folder: string;
let env: Record<string, string>;
let vault: RunningVault;
let root: ApiCaller;
/** Secrets of API clients by the name of their user. */
const secrets = new Map<string, string>();
const users = new Map<string, number>();
const people = new Map<string, number>();
let certificate: { note: string; publicKey: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
  env = {
    PIIVAULT_KEYS_DIR: join(folder, 'keys'),
    IDENTITY_PASSWORD_MEMORY_KIB: '64',
    VAULT_RETENTION_FLOOR_DAYS: '0',
  };
  vault = await startVault({ ...env, PIIVAULT_DATA_DIR: join(folder, 'data') });
  root = await firstAdmin(vault.address);
  await call('POST /companies', { body: { name: 'Saral Bank', code: 'SARAL' } });
  await call('POST /companies', { body: { name: 'Nadi Health', code: 'NADI' } });
  const agreement = { companyId: 1, otherCompanyId: 2, purpose: 'kyc' };
  await call('POST /link-agreements', { body: agreement });
  for (const name of ['Asha Rao', 'Ravi Menon', 'Meera Iyer', 'Kiran Das'])
    people.set(name, Number((await create(name)).individualId));
  for (const name of ['revoked', 'rotated', 'left', 'moved', 'kept']) await addClient(name);
  await call('POST /admin/access-control/ip', { body: onlyRule });
  await vault.host.drain();
});
afterAll(async () => {
  await vault?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function call(key: Parameters<ApiCaller>[0]['key'], rest: object = {}) {
  const answer = await root({ key, ...rest });
  expect(answer.status, `${key}: ${answer.text}`).toBeLessThan(300);
  return answer.json();
}

const create = (name: string) =>
  call('POST /pii-records', {
    body: { companyId: 1, consentDetails, fields: { name, email: `${name.split(' ')[0]}@example.org` } },
  });

async function addClient(name: string): Promise<void> {
  const user = { email: `${name}@example.org`, role: 'pii_view', companyId: 1 } as const;
  const id = await createUser(root, user);
  users.set(name, id);
  secrets.set(name, (await apiClientOf(root, vault.address, id)).bearer);
}

const asks = async (client: string) =>
  (await apiCaller(vault.address, secrets.get(client))({ key: 'GET /individuals' })).status;
const idOf = (name: string) => people.get(name) ?? 0;
const profile = (name: string) =>
  root({ key: 'GET /individuals/{id}', params: { id: idOf(name) }, query: { purpose: 'kyc' } });

async function erasure(name: string) {
  const answer = await root({ key: 'GET /individuals/{id}/erasure', params: { id: idOf(name) } });
  return answer.json<{ status: string; certificate: typeof certificate | null }[]>()[0];
}
const untilCertified = (name: string) =>
  expect.poll(async () => (await erasure(name))?.status, { timeout: 90_000 }).toBe('certified');

/** Revocations after the backup. */
async function revokeAccess(): Promise<void> {
  const person = (name: string) => ({ params: { id: idOf(name) } });
  const erased = { ...person('Asha Rao'), body: { companyId: 1, reason: 'asked for' } };
  await call('POST /individuals/{id}/erase', erased);
  const withdrawn = { ...person('Ravi Menon'), body: { companyId: 1, purpose: 'kyc' } };
  await call('POST /individuals/{id}/consent/withdraw', withdrawn);
  const { piiFields } = (await profile('Kiran Das')).json<{
    piiFields: { id: number; fieldType: string }[];
  }>();
  const email = piiFields.find(({ fieldType }) => fieldType === 'email');
  await call('DELETE /pii-fields/{id}', { params: { id: email?.id } });
  const user = (name: string) => ({ params: { id: users.get(name) } });
  await call('DELETE /users/{id}/api-credentials', user('revoked'));
  await call('POST /users/{id}/api-credentials/rotate', user('rotated'));
  await call('POST /users/{id}/status', { ...user('left'), body: { status: 'inactive' } });
  await call('DELETE /link-agreements/{id}', { params: { id: 1 } });
  await call('POST /companies', { body: { name: 'Tara Labs', code: 'TARA' } });
  await call('PUT /users/{id}', { ...user('moved'), body: { companyId: 3 } });
  await call('DELETE /admin/access-control/ip', { body: onlyRule });
  await untilCertified('Asha Rao');
  certificate = (await erasure('Asha Rao'))?.certificate ?? { note: '', publicKey: '' };
  await vault.host.drain();
  // A proof of the newest entry needs a checkpoint that covers it.
  const [newest] = (await root({ key: 'GET /audit-trail' })).json<{ id: number }[]>();
  await call('GET /audit-trail/proofs', { query: { ids: String(newest?.id) } });
}

async function expectRevoked(): Promise<void> {
  const gone = await profile('Asha Rao');
  expect([gone.status, gone.json().reason]).toEqual([410, 'ERASED']);
  const list = await root({ key: 'GET /individuals', query: { companyId: 1 } });
  expect(list.json<{ id: number }[]>().map(({ id }) => id)).not.toContain(idOf('Asha Rao'));
  await untilCertified('Asha Rao');
  expect((await profile('Ravi Menon')).status).toBe(403);
  const left = (await profile('Kiran Das')).json<{ piiFields: { fieldType: string }[] }>();
  expect(left.piiFields.map(({ fieldType }) => fieldType)).toEqual(['name']);
  expect((await profile('Meera Iyer')).text).toContain('Meera Iyer');
  expect(await Promise.all(['revoked', 'rotated', 'left', 'kept'].map(asks))).toEqual([401, 401, 401, 200]);
  const agreements = await root({ key: 'GET /link-agreements' });
  expect(agreements.json<{ status: string }[]>().map(({ status }) => status)).toEqual(['ended']);
}

/** Expects the kept access rule, which was the last one, and an inactive user, whose company's id is reused. */
async function expectKept(): Promise<void> {
  const rules = await root({ key: 'GET /admin/access-control' });
  expect(rules.json()).toMatchObject({ allowedIps: [onlyRule.ip] });
  const { id } = await call('POST /companies', { body: { name: 'Uma Foods', code: 'UMA' } });
  expect(id).toBe(3);
  const moved = await root({ key: 'GET /users/{id}', params: { id: users.get('moved') } });
  expect(moved.json()).toMatchObject({ companyId: 1, status: 'inactive' });
}

/** Restores into a new data folder, as `pii-vault restore` does. */
async function restored(file: string, name: string, acceptLost = false) {
  const data = { ...env, PIIVAULT_DATA_DIR: join(folder, name) };
  const other = await newVault(data);
  try {
    const { replayed } = await restoreVault(other, file, { acceptLost });
    const audit = other.databases.get('audit');
    await withRestoredTrail(audit, (trail) => trail.settle(other.revocations, new Date()));
    await other.release();
    return { data, replayed };
  } finally {
    await other.close();
  }
}

/** Expects that audit continues from the restored trail: it verifies, and new entries are signed. */
async function expectSigned(): Promise<void> {
  await vault.host.drain();
  expect((await root({ key: 'POST /audit-trail/verify' })).json()).toMatchObject({ verified: true });
  const [newest] = (await root({ key: 'GET /audit-trail' })).json<{ id: number }[]>();
  await call('GET /audit-trail/proofs', { query: { ids: String(newest?.id) } });
}

/** Starts all services on a database that was restored without its revocations, as an operator by mistake may. */
async function startTooEarly(data: Record<string, string>): Promise<void> {
  const early = await startVault(data);
  const login = { email: 'root@example.org', password: PASSWORD };
  const answer = await apiCaller(early.address)({ key: 'POST /auth/login', body: login });
  expect([answer.status, answer.json().reason]).toEqual([503, 'TRAIL_CONTRADICTED']);
  expect(answer.json().message).toContain('pii-vault replay-revocations');
  await expect(early.host.ready()).rejects.toMatchObject({ code: 'DATA_LOSS' });
  await early.stop();
}

/** The database of a data folder, without services. */
async function openAgain(data: Record<string, string>, { env: shared }: Pick<VaultAccess, 'env'>) {
  const secrets = await openLocalSecrets(join(folder, 'keys'));
  const place = { dataDir: data.PIIVAULT_DATA_DIR ?? '', postgresBin: undefined };
  const { postgres, services: databases } = await startDatabase(place, allModules, secrets, silentLogger());
  const close = () => postgres.stop();
  return { access: postgres.access(DATABASE_NAME), databases, env: shared, close };
}

/**
 * Restores as separate services do: the database by other means, then revocations missing from its trail.
 * @param isStarted whether services ran on it before the replay
 */
async function replayMissing(file: string, name: string, isStarted = false) {
  const data = { ...env, PIIVAULT_DATA_DIR: join(folder, name) };
  const first = await newVault(data);
  await restoreBackup(first, file);
  if (isStarted) {
    await first.release();
    await first.close();
    await startTooEarly(data);
  }
  const other = isStarted ? await openAgain(data, first) : first;
  const settings = await settingsOf(other);
  const { revocations, checkpoints, ...access } = restoredDatabase(settings);
  const replay = (file = checkpoints) =>
    replayMissingRevocations(
      { ...access, bus: noBus() },
      { revocations, checkpoints: file, acceptLost: false, now: new Date() },
    );
  try {
    // A database restored by other means still has the sessions of that time.
    await asAdmin(
      other,
      `INSERT INTO identity.user_sessions (id, user_id, ip_address, user_agent, expires_at)
       SELECT 'restored ' || id, id, '192.0.2.1', 'test', now() + interval '1 hour' FROM identity.users`,
    );
    await expect(replay(fileLines(`${checkpoints.place}.mistyped`))).rejects.toMatchObject({
      reason: 'REVOCATIONS_INCOMPLETE',
    });
    const outcomes = [await replay(), await replay()];
    expect(await checkDeployedTrail(settings)).toBe(0);
    await replayParkedEvent(other, settings);
    const lease = (expires: string) => `UPDATE vault.relay_lease SET expires_at = ${expires}`;
    await asAdmin(other, lease(`now() + interval '1 minute'`));
    await expect(replay()).rejects.toMatchObject({ reason: 'SERVICES_RUN' });
    await asAdmin(other, lease(`'-infinity'`));
    if (!isStarted) await first.release();
    const summary = outcomes.map(({ endedSessions, replayed: { done, skipped } }) => ({
      signedOut: endedSessions > 0,
      done,
      skipped: skipped.length,
    }));
    return { data, outcomes: summary };
  } finally {
    await other.close();
  }
}

/** Replays an event that compliance parked, as in a deployment. */
async function replayParkedEvent(
  restoredVault: Pick<VaultAccess, 'access'>,
  settings: Environment,
): Promise<void> {
  await asAdmin(
    restoredVault,
    `INSERT INTO compliance.dead_letter (consumer, topic, key, event_id, producer, epoch, seq, payload, created_at, reason)
     VALUES ('check-changed-facts', 'tenancy.access_rule_added', 'rule', gen_random_uuid(), 'tenancy', 1, 1, '', now(), 'PLANTED')`,
  );
  const databases = deployedServices(settings, CONSUMING_MODULES, []);
  const replay = () => replayParked({ databases, env: settings, bus: noBus() });
  expect(await replay()).toBe(0);
  await asAdmin(
    restoredVault,
    'DO $$ BEGIN ASSERT NOT EXISTS (SELECT 1 FROM compliance.dead_letter); END $$',
  );
}

/** Settings of the services of the database, as in a deployment. */
async function settingsOf({
  databases,
  access,
  env: shared,
}: Pick<VaultAccess, 'databases' | 'access' | 'env'>): Promise<Environment> {
  const { host, port, database } = access.address;
  const secret = await readFile(join(folder, 'keys/secrets/audit-revocations'), 'utf8');
  const passwords = [...databases].flatMap(([name, { logins }]) => [
    [`${name.toUpperCase()}_DATABASE_PASSWORD`, logins.app.password],
    [`${name.toUpperCase()}_SYSTEM_DATABASE_PASSWORD`, logins.system.password],
  ]);
  return {
    ...shared,
    ...Object.fromEntries(passwords),
    PIIVAULT_DATABASE_ADMIN_USER: access.admin.user,
    PIIVAULT_DATABASE_ADMIN_PASSWORD: access.admin.password,
    PIIVAULT_DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}`,
    AUDIT_CHECKPOINT_FILE: join(folder, 'keys/audit-checkpoints'),
    AUDIT_REVOCATION_FILE: join(folder, 'keys/audit-revocations'),
    AUDIT_REVOCATION_KEY: secret.trim(),
  };
}

async function asAdmin({ access }: { readonly access: AdminAccess }, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connectionSettings(access.address, access.admin, 'test'));
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

async function openOn(data: Record<string, string>): Promise<void> {
  vault = await startVault(data);
  root = (await signIn(vault.address)).call;
}

it.each(['vault', 'identity', 'tenancy'] as const)('refuses replays in a running %s', async (service) => {
  const rpc = vault.host.client(RevocationsService, service);
  const request = {
    action: 'data_erase',
    occurredAt: new Date(),
    companyId: 1,
    individualId: 1,
    fieldNames: [],
    purpose: '',
    objectIds: {},
  };
  for (const caller of [vault.host.self('audit'), vault.host.self('audit', { company: 1 })])
    await expect(rpc.replay(caller, request)).rejects.toMatchObject({ code: 'UNIMPLEMENTED' });
});

it('a backup of separate services is checked in a temporary database while they run', async () => {
  const running = await runningVault({ ...env, PIIVAULT_DATA_DIR: join(folder, 'data') });
  const deployed = deployedVault(await settingsOf(running));
  const backups = join(folder, 'backups');
  await mkdir(backups);
  const names = async () => await asAdmin(running, 'SELECT datname FROM pg_database ORDER BY 1');
  const before = await names();
  // Of a check that was killed.
  await asAdmin(running, 'CREATE DATABASE restore_check_0123456789ab');
  try {
    expect(await backUp(deployed, backups, { keepDays: 14 })).toBe(0);
    const [made = ''] = await readdir(backups);
    const file = join(backups, made);
    expect(await restoreCheck(deployed, backups)).toBe(0);
    // The services use their roles and the database as before.
    expect((await profile('Meera Iyer')).text).toContain('Meera Iyer');
    const bytes = await readFile(file);
    bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(restoreCheck(deployed, file)).rejects.toMatchObject({ reason: 'BACKUP_DAMAGED' });
    expect(await names()).toEqual(before);
  } finally {
    await running.close();
  }
});

it('restores no data and access that were erased, withdrawn or revoked after the backup', async () => {
  const file = join(folder, 'one.backup');
  const running = await runningVault({ ...env, PIIVAULT_DATA_DIR: join(folder, 'data') });
  await takeBackup(running, file);
  await running.close();
  await revokeAccess();
  await expectRevoked();
  await vault.stop();

  const list = join(folder, 'keys/audit-revocations');
  const kept = await readFile(list, 'utf8');
  expect(kept).not.toMatch(/Asha|Ravi|example\.org|asked for/);
  await writeFile(list, kept.replace('"data_erase"', '"data_update"'));
  await expect(restored(file, 'changed')).rejects.toMatchObject({ reason: 'REVOCATIONS_DAMAGED' });
  await writeFile(list, kept.slice(0, kept.lastIndexOf('\n', kept.indexOf('"action"')) + 1));
  await expect(restored(file, 'cut')).rejects.toMatchObject({ reason: 'REVOCATIONS_INCOMPLETE' });
  const lost = await restored(file, 'lost', true);
  expect(lost.replayed).toMatchObject({ done: 0 });

  await writeFile(list, kept);
  const signed = join(folder, 'keys/audit-checkpoints');
  const keptSigned = await readFile(signed, 'utf8');
  const apart = await replayMissing(file, 'apart');
  // The account and the API credential of the user who left.
  expect(apart.outcomes).toEqual([
    { signedOut: true, done: 9, skipped: 1 },
    { signedOut: false, done: 0, skipped: 0 },
  ]);
  // The same backup again. The first replay is not in it, although the list states that its trail is covered. Services
  // run on the restored database, and only then the revocations are replayed.
  const late = await replayMissing(file, 'late', true);
  expect(late.outcomes).toEqual(apart.outcomes);
  await openOn(late.data);
  await expectRevoked();
  await expectSigned();
  await vault.stop();

  await writeFile(list, kept);
  await writeFile(signed, keptSigned);
  const { data, replayed } = await restored(file, 'again');
  const stays = { action: 'access_rule_remove', objectIds: { kind: 'ip', rule: onlyRule.ip } };
  expect(replayed).toMatchObject({ done: 9, skipped: [stays] });
  await rm(signed);
  await openOn(data);
  await expectRevoked();
  await expectKept();
  await vault.host.drain();
  expect((await root({ key: 'POST /audit-trail/verify' })).json()).toMatchObject({ verified: true });
  const { note, publicKey } = certificate;
  expect(openCertificate(note, Buffer.from(publicKey, 'base64'))).toMatchObject({
    statement: { certificate: 'erasure', companyId: 1, individualId: idOf('Asha Rao') },
  });
});
