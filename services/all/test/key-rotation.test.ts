import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiAnswer, ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';
import { widenBudgets } from './wide-budgets.ts';

const consentDetails = { purpose: 'kyc' };
const PEOPLE = 2_000;
const companyId = 1;
let vault: WholeVault;
let root: ApiCaller;
let ids: number[];

interface Key {
  readonly id: number;
  readonly keyType: string;
  readonly version: number;
  readonly status: string;
  readonly rowsOnVersion: number | null;
}

beforeAll(async () => {
  // No delays: time must not hide race conditions.
  vault = await startWholeVault(allModules, {
    CRYPTO_RETIRE_GRACE_MS: '0',
    VAULT_FIELD_KEY_SETTLE_MS: '0',
  });
  root = await firstAdmin(vault.origin);
  await root({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
  await widenBudgets(root, vault.origin, companyId);
  ids = await batch(PEOPLE);
});
afterAll(() => vault?.stop());

const nameOf = (n: number) => `Person ${n}`;

async function batch(count: number): Promise<number[]> {
  const made: number[] = [];
  for (let from = 0; from < count; from += 500) {
    const records = Array.from({ length: 500 }, (_, n) => ({ fields: { name: nameOf(from + n) } }));
    const answer = await root({
      key: 'POST /pii-records/batch',
      body: { companyId, consentDetails, records },
    });
    expect(answer.status, answer.text).toBe(200);
    made.push(
      ...answer.json<{ results: { individualId: number }[] }>().results.map((one) => one.individualId),
    );
  }
  return made;
}

async function keys(keyType: string): Promise<Key[]> {
  const answer = await root({ key: 'GET /encryption-keys', query: { companyId, keyType } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Key[]>();
}
const versions = async (keyType: string) =>
  (await keys(keyType)).map(({ version, status, rowsOnVersion }) => [version, status, rowsOnVersion]);

async function rotate(keyType: string): Promise<number> {
  const answer = await root({ key: 'POST /encryption-keys/rotate', body: { companyId, keyType } });
  expect(answer.status, answer.text).toBe(202);
  return answer.json<{ rotationId: number }>().rotationId;
}
const progress = async (id: number) =>
  (await root({ key: 'GET /encryption-keys/rotations/{id}', params: { id } })).json();

/** A request, and its expected status. */
type Step = (round: number) => Promise<[ApiAnswer, number]>;
/** Observations of the clients: unexpected responses, and the names that they wrote. */
interface Seen {
  readonly wrong: string[];
  readonly written: [individualId: number, name: string][];
}

/** Reads a person except the last four, which are being corrected. */
const reading =
  ({ wrong }: Seen, n: number): Step =>
  async (round) => {
    const at = (n * 137 + round * 31) % (PEOPLE - 4);
    const answer = await root({
      key: 'POST /pii-records/reveal',
      body: { companyId, individualIds: [ids[at]], fieldTypes: ['name'], purpose: 'kyc' },
    });
    if (answer.status === 200 && !answer.text.includes(`"${nameOf(at)}"`)) wrong.push(answer.text);
    return [answer, 200];
  };

const creating =
  ({ written }: Seen, n: number): Step =>
  async (round) => {
    const name = `Late ${n} ${round}`;
    const made = await root({
      key: 'POST /pii-records',
      body: { companyId, consentDetails, fields: { name } },
    });
    if (made.status === 201) written.push([Number(made.json().individualId), name]);
    return [made, 201];
  };

const correcting =
  ({ written }: Seen, n: number): Step =>
  async (round) => {
    const name = `Changed ${n} ${round}`;
    const at = PEOPLE - 1 - n;
    const body = { companyId, individualId: ids[at], fieldType: 'name', plainValue: name, consentDetails };
    const answer = await root({ key: 'POST /pii-fields', body });
    if (answer.status === 201) written.push([ids[at] ?? 0, name]);
    return [answer, 201];
  };

/** Sixteen clients that read and write until stopped; collects unexpected responses. */
function traffic() {
  const seen: Seen = { wrong: [], written: [] };
  let isOver = false;
  let calls = 0;
  const run = async (step: Step) => {
    for (let round = 0; !isOver; round += 1) {
      const [answer, expected] = await step(round);
      calls += 1;
      if (answer.status !== expected) seen.wrong.push(`${answer.status} ${answer.text}`);
    }
  };
  const clients = [
    ...Array.from({ length: 8 }, (_, n) => reading(seen, n)),
    ...Array.from({ length: 4 }, (_, n) => creating(seen, n)),
    ...Array.from({ length: 4 }, (_, n) => correcting(seen, n)),
  ].map(run);
  return {
    wrong: seen.wrong,
    calls: () => calls,
    /** The last name written for each person. */
    async stop(): Promise<Map<number, string>> {
      isOver = true;
      await Promise.all(clients);
      return new Map(seen.written);
    },
  };
}

/** The second chunk loses its connection before the commit, as if the process had crashed. */
async function plantFault(): Promise<void> {
  await vault.sql('CREATE SEQUENCE vault.chunks');
  await vault.sql('GRANT USAGE ON SEQUENCE vault.chunks TO PUBLIC');
  await vault.sql(`CREATE FUNCTION vault.planted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM moved WHERE field_key_version = 2) < 50 THEN RETURN NULL; END IF;
      IF nextval('vault.chunks') = 2 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NULL;
    END $$`);
  await vault.sql(`CREATE TRIGGER planted AFTER UPDATE ON vault.data_keys REFERENCING NEW TABLE AS moved
    FOR EACH STATEMENT EXECUTE FUNCTION vault.planted()`);
}
const chunks = async () =>
  (await vault.sql<{ n: number }>('SELECT last_value AS n FROM vault.chunks'))[0]?.n ?? 0;

/** Resolves when the job has released the company after the fault, without waiting for its retry pause. */
async function faultIsOver(): Promise<void> {
  await vi.waitUntil(async () => (await chunks()) >= 2, { timeout: 60_000 });
  const given = `UPDATE vault.field_key_rewraps SET due_at = '-infinity' WHERE lease_holder IS NULL RETURNING 1 AS n`;
  await vi.waitUntil(async () => (await vault.sql(given)).length === 1, { timeout: 60_000 });
}

it('is rotated during requests of sixteen clients and a fault, without failed requests', async () => {
  expect(await versions('field')).toEqual([[1, 'active', PEOPLE]]);
  await plantFault();
  const clients = traffic();
  const field = await rotate('field');
  const again = { key: 'POST /encryption-keys/rotate', body: { companyId, keyType: 'field' } } as const;
  expect((await root(again)).json()).toMatchObject({ status: 409, reason: 'ROTATION_RUNNING' });
  const [expired] = await keys('field');
  const refused = await root({ key: 'DELETE /encryption-keys/{id}', params: { id: expired?.id } });
  expect(refused.json()).toMatchObject({ status: 409, reason: 'KEY_HAS_ROWS' });
  await faultIsOver();
  // Its event also wakes the job.
  const master = await rotate('master');
  for (const id of [field, master])
    await vi.waitUntil(async () => (await progress(id)).status === 'done', {
      timeout: 60_000,
      interval: 100,
    });
  const before = clients.calls();
  await vi.waitUntil(() => clients.calls() > before + 100, { timeout: 60_000 });
  const names = await clients.stop();
  expect(clients.wrong).toEqual([]);
  const [{ n: people } = { n: 0 }] = await vault.sql<{ n: number }>(
    'SELECT count(*) AS n FROM vault.data_keys WHERE field_key_version = 2',
  );
  expect(people).toBeGreaterThan(PEOPLE);
  // Counts may be some seconds old.
  await expect
    .poll(() => versions('field'))
    .toEqual([
      [1, 'expired', 0],
      [2, 'active', people],
    ]);
  expect(await versions('master')).toMatchObject([
    [1, 'expired', 0],
    [2, 'active', expect.any(Number)],
  ]);
  const done = await progress(field);
  expect(done).toMatchObject({ status: 'done', rewrapped: done.total });
  expect(done.rewrapped).toBeGreaterThanOrEqual(PEOPLE);
  expect(done.perSecond).toBeGreaterThan(0);
  await expectNames(names);
  expect((await root({ key: 'DELETE /encryption-keys/{id}', params: { id: expired?.id } })).status).toBe(200);
  expect(await versions('field')).toEqual([[2, 'active', people]]);
});

async function expectNames(names: ReadonlyMap<number, string>): Promise<void> {
  const all = new Map([...ids.map((id, n) => [id, nameOf(n)] as const), ...names]);
  const asked = [...all.keys()];
  for (let from = 0; from < asked.length; from += 200) {
    const individualIds = asked.slice(from, from + 200);
    const body = { companyId, individualIds, fieldTypes: ['name'], purpose: 'kyc' };
    const answer = await root({ key: 'POST /pii-records/reveal', body });
    const { records } = answer.json<{ records: { individualId: number; fields: { name: string } }[] }>();
    expect(records.map(({ individualId, fields }) => [individualId, fields.name])).toEqual(
      individualIds.map((id) => [id, all.get(id)]),
    );
  }
}
