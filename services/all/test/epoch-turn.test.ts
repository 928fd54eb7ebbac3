import { readdir } from 'node:fs/promises';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';
import { widenBudgets } from './wide-budgets.ts';

const consentDetails = { purpose: 'kyc' };
let vault: WholeVault;
let root: ApiCaller;

beforeAll(async () => {
  // No delays: time must not hide race conditions.
  vault = await startWholeVault(allModules, {
    CRYPTO_EPOCH_CHECK_MS: '100',
    CRYPTO_RETIRE_GRACE_MS: '0',
    VAULT_FIELD_KEY_SETTLE_MS: '0',
  });
  root = await firstAdmin(vault.origin);
  for (const [name, code] of [
    ['Saral Bank', 'SARAL'],
    ['Nadi Health', 'NADI'],
  ])
    await root({ key: 'POST /companies', body: { name, code } });
  for (const companyId of [1, 2]) await widenBudgets(root, vault.origin, companyId);
});
afterAll(() => vault?.stop());

async function batch(companyId: number, count: number): Promise<number[]> {
  const records = Array.from({ length: count }, (_, n) => ({ fields: { name: nameOf(companyId, n) } }));
  const body = { companyId, consentDetails, records };
  const answer = await root({ key: 'POST /pii-records/batch', body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ results: { individualId: number }[] }>().results.map((one) => one.individualId);
}
const nameOf = (companyId: number, n: number) => `Person ${n} of ${companyId}`;

function reveal(companyId: number, individualIds: readonly number[]) {
  const body = { companyId, individualIds, fieldTypes: ['name'], purpose: 'kyc' };
  return root({ key: 'POST /pii-records/reveal', body });
}

/** Names of these people as the API reveals them. */
async function names(companyId: number, individualIds: readonly number[]): Promise<(string | undefined)[]> {
  const shown = new Map<number, string>();
  for (let from = 0; from < individualIds.length; from += 200) {
    const answer = await reveal(companyId, individualIds.slice(from, from + 200));
    expect(answer.status, answer.text).toBe(200);
    const { records } = answer.json<{ records: { individualId: number; fields: { name?: string } }[] }>();
    for (const { individualId, fields } of records) shown.set(individualId, fields.name ?? '');
  }
  return individualIds.map((id) => shown.get(id));
}

const DATA_KEYS = `SELECT company_id, individual_id, version, field_key_version, wrapped, commitment FROM vault.data_keys`;
interface DataKeyRow {
  readonly company_id: number;
  readonly individual_id: number;
  readonly field_key_version: number;
  readonly wrapped: Buffer;
  readonly commitment: Buffer;
}
const fieldKeys = () =>
  vault.sql<{ key_id: string; company_id: number; version: number; status: string; wrapped: Buffer | null }>(
    `SELECT key_id, company_id, version, status, wrapped FROM crypto.encryption_keys WHERE purpose = 'field'
     ORDER BY company_id, version`,
  );
const epochs = () =>
  vault.sql<{ hsm_key_reference: string; status: string }>(
    'SELECT hsm_key_reference, status FROM crypto.epochs ORDER BY epoch',
  );

/** Reveals and writes in a loop until stopped; collects the first unexpected response. */
function traffic(people: ReadonlyMap<number, readonly number[]>) {
  /** People created in company 1 and corrected at once, the n-th to `Later n`. */
  const late: number[] = [];
  let isOver = false;
  const repeat = async (work: (round: number) => Promise<void>) => {
    let rounds = 0;
    for (; !isOver; rounds += 1) await work(rounds);
    return rounds;
  };
  const working = [...people].map(([companyId, all]) => {
    const some = all.slice(0, 40);
    const expected = some.map((_, n) => nameOf(companyId, n));
    return repeat(async () => expect(await names(companyId, some)).toEqual(expected));
  });
  working.push(repeat(async (round) => void late.push(await createAndCorrect(round))));
  return {
    late,
    stop() {
      isOver = true;
    },
    /** Rounds of the slowest client. */
    rounds: async () => Math.min(...(await Promise.all(working))),
  };
}

async function createAndCorrect(round: number): Promise<number> {
  const person = { companyId: 1, consentDetails, fields: { name: `Late ${round}` } };
  const made = await root({ key: 'POST /pii-records', body: person });
  expect(made.status, made.text).toBe(201);
  const { individualId } = made.json<{ individualId: number }>();
  const name = { fieldType: 'name', plainValue: `Later ${round}` };
  const correction = { companyId: 1, individualId, ...name, consentDetails };
  const corrected = await root({ key: 'POST /pii-fields', body: correction });
  expect(corrected.status, corrected.text).toBe(201);
  return individualId;
}

/** Ends the epoch; resolves when each company's previous field key is destroyed. */
async function turnEpoch(): Promise<void> {
  await vault.sql(
    `UPDATE crypto.epochs SET started_at = started_at - interval '31 days' WHERE status = 'active'`,
  );
  const states = async () =>
    (await fieldKeys()).map(({ company_id, version, status }) => [company_id, version, status]);
  await expect.poll(states).toEqual([
    [1, 1, 'destroyed'],
    [1, 2, 'active'],
    [2, 1, 'destroyed'],
    [2, 2, 'active'],
  ]);
}

it('turns during reveals and writes without errors, and an old backup opens no person', async () => {
  const people = new Map([
    [1, await batch(1, 1_000)],
    [2, await batch(2, 120)],
  ]);
  const backup = { dataKeys: await vault.sql<DataKeyRow>(DATA_KEYS), fieldKeys: await fieldKeys() };
  const [first] = await epochs();
  const keyFile = String(first?.hsm_key_reference).replace('local:', '');
  expect((await readdir(vault.keysDir)).join(' ')).toContain(keyFile);

  const { late, stop, rounds } = traffic(people);
  const turning = turnEpoch().finally(stop);
  expect(await rounds()).toBeGreaterThan(0);
  await turning;

  expect(await vault.sql(`${DATA_KEYS} WHERE field_key_version <> 2`)).toEqual([]);
  for (const [companyId, ids] of people)
    expect(await names(companyId, ids)).toEqual(ids.map((_, n) => nameOf(companyId, n)));
  expect(await names(1, late)).toEqual(late.map((_, n) => `Later ${n}`));
  await expectNothingOpens(backup, keyFile);
  await expectEntries();
});

async function expectNothingOpens(
  backup: { dataKeys: DataKeyRow[]; fieldKeys: Awaited<ReturnType<typeof fieldKeys>> },
  keyFile: string,
) {
  const keys = vault.host.client(KeysService, 'crypto');
  const open = () =>
    keys.openFieldKeys(vault.host.self('vault', { company: 1 }), { companyId: 1, versions: [1] });
  await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await epochs()).toMatchObject([{ status: 'destroyed' }, { status: 'active' }]);
  expect((await readdir(vault.keysDir)).join(' ')).not.toContain(keyFile);

  // Restores the backup's data keys directly, without the checks of the writers.
  const [old] = backup.dataKeys.filter(({ company_id }) => company_id === 1);
  const { individual_id = 0 } = old ?? {};
  await vault.sql('ALTER TABLE vault.data_keys DISABLE TRIGGER USER');
  const put = (row: DataKeyRow | undefined) =>
    vault.sql(
      'UPDATE vault.data_keys SET field_key_version = $2, wrapped = $3, commitment = $4 WHERE individual_id = $1',
      [individual_id, row?.field_key_version, row?.wrapped, row?.commitment],
    );
  const [current] = await vault.sql<DataKeyRow>(`${DATA_KEYS} WHERE individual_id = $1`, [individual_id]);
  await put(old);
  expect((await reveal(1, [individual_id])).status).toBe(500);
  // The backup's field keys do not help: their epoch key is no longer in the key store.
  const former = backup.fieldKeys.find(({ company_id }) => company_id === 1);
  await vault.sql(
    `UPDATE crypto.encryption_keys SET status = 'retiring', wrapped = $2, epoch = 1, destroyed_at = NULL WHERE key_id = $1`,
    [former?.key_id, former?.wrapped],
  );
  await expect(open()).rejects.toMatchObject({
    code: expect.stringMatching('DATA_LOSS|UNAVAILABLE|INTERNAL'),
  });
  await vault.sql(
    `UPDATE crypto.encryption_keys SET status = 'destroyed', wrapped = NULL, epoch = NULL WHERE key_id = $1`,
    [former?.key_id],
  );
  await put(current);
  await vault.sql('ALTER TABLE vault.data_keys ENABLE TRIGGER USER');
  expect((await reveal(1, [individual_id])).status).toBe(200);
}

async function expectEntries() {
  await vault.host.drain();
  const entries = async (action: string) =>
    (await root({ key: 'GET /audit-trail', query: { action, limit: 100 } })).json<
      { details: { objectIds?: Record<string, string>; counts?: Record<string, number> } }[]
    >();
  const text = JSON.stringify(await entries('key_rotate'));
  expect(text).toContain('rewrapped');
  expect(JSON.stringify(await entries('data_work'))).toContain('rewrap_keys');
}
