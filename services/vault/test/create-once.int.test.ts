import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { withSpan } from '@pii-vault/platform/core/telemetry/span';
import { continuedContext } from '@pii-vault/platform/core/telemetry/trace-context';
import { recordSpans } from '@pii-vault/platform/testing/recorded-spans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1, 2]);
});
afterAll(() => world.stop());

interface Wanted {
  readonly name?: string;
  readonly externalId?: string;
  readonly companyId?: number;
}
const create = (key: string | undefined, { name = 'Asha Iyer', externalId, companyId = 1 }: Wanted = {}) =>
  world.records.createRecord(
    { ...owner, idempotencyKey: key },
    ...[{ companyId, consentDetails: consent(), fields: { name }, externalId, individualId: undefined }],
  );
const people = async () => {
  const [row] = await world.sql<{ count: number }>('SELECT count(*)::int AS count FROM vault.individuals');
  return row?.count ?? 0;
};

/** Counts the entries of the trail and events about people that are written from now on. */
async function countAnnounced(): Promise<() => Promise<number>> {
  await world.sql('CREATE TABLE public.announced (topic text)');
  await world.sql(`CREATE FUNCTION public.announce() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN INSERT INTO public.announced VALUES (NEW.topic); RETURN NEW; END $$`);
  await world.sql(
    'CREATE TRIGGER announced AFTER INSERT ON vault.outbox FOR EACH ROW EXECUTE FUNCTION public.announce()',
  );
  return async () => {
    await world.sql('DROP TRIGGER announced ON vault.outbox');
    const [row] = await world.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM public.announced WHERE topic IN ('vault.audit', 'vault.record_changed')`,
    );
    return row?.count ?? 0;
  };
}

describe('concurrent creates with an Idempotency-Key, which share a commit', () => {
  it('create one person per key, in any company, and answer the same when they are repeated', async () => {
    const before = await people();
    const wanted = Array.from({ length: 40 }, (_, n) => ({
      key: n % 4 === 3 ? undefined : `key-${n % 20}`,
      companyId: n % 2 === 0 ? 1 : 2,
      name: `Person ${n % 20}`,
    }));
    const all = () => Promise.all(wanted.map(({ key, ...one }) => create(key, one)));
    const made = await all();
    const ids = (answers: typeof made, isKeyed: boolean) =>
      answers.filter((_, n) => (wanted[n]?.key !== undefined) === isKeyed).map((one) => one.individualId);
    expect(new Set(ids(made, true)).size).toBe(15);
    expect(new Set(ids(made, false)).size).toBe(10);
    expect(await people()).toBe(before + 25);
    const again = await all();
    expect(again.map((one, n) => (wanted[n]?.key === undefined ? 'new' : one))).toEqual(
      made.map((one, n) => (wanted[n]?.key === undefined ? 'new' : one)),
    );
    expect(await people()).toBe(before + 35);
  });

  it('refuse a key that another request uses, and write the others of the batch', async () => {
    const [first, other, independent] = await Promise.allSettled([
      create('shared', { name: 'One' }),
      create('shared', { name: 'Another' }),
      create('not-shared', { name: 'Third' }),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(other).toMatchObject({ status: 'rejected', reason: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(independent.status).toBe('fulfilled');
  });

  it('store no key when the external id of the person exists already', async () => {
    await create(undefined, { externalId: 'taken' });
    const announced = await countAnnounced();
    const [refused, free] = await Promise.allSettled([
      create('in-vain', { externalId: 'taken' }),
      create('free', { externalId: 'free' }),
    ]);
    expect(await announced(), 'only about the person that was written').toBe(2);
    expect(refused).toMatchObject({ status: 'rejected', reason: { reason: 'EXTERNAL_ID_EXISTS' } });
    expect(free.status).toBe('fulfilled');
    await expect(create('in-vain', { externalId: 'in-vain' })).resolves.toMatchObject({});
    expect(await create('free', { externalId: 'free' })).toEqual(
      free.status === 'fulfilled' ? free.value : 'refused',
    );
  });

  it('store no key when another person of the batch has the same external id', async () => {
    const both = await Promise.allSettled(
      ['early', 'late'].map((key) => create(key, { externalId: 'wanted by two' })),
    );
    const refused = both.findIndex(({ status }) => status === 'rejected');
    expect(both[refused]).toMatchObject({ reason: { reason: 'EXTERNAL_ID_EXISTS' } });
    const key = ['early', 'late'][refused];
    await expect(create(key, { externalId: 'wanted by one' })).resolves.toMatchObject({});
  });

  it('repeat the first answer, even if another person of the batch now has the external id', async () => {
    const made = await create('repeated', { externalId: 'free again' });
    await world.sql('DELETE FROM vault.search_index WHERE individual_id = $1', [made.individualId]);
    const [taken, repeated] = await Promise.all([
      create('takes-it', { externalId: 'free again' }),
      create('repeated', { externalId: 'free again' }),
    ]);
    expect(repeated).toEqual(made);
    expect(taken.individualId).not.toBe(made.individualId);
  });

  it('are written by one statement, which also stores their keys', async () => {
    const spans = recordSpans();
    const traceId = 'c'.repeat(32);
    const from = continuedContext(`00-${traceId}-${'d'.repeat(16)}-01`);
    try {
      await withSpan('POST /api/pii-records', 'server', {}, () => create('one-statement'), from);
      const statements = spans.of(traceId).flatMap(({ name }) => (name.startsWith('vault ') ? name : []));
      expect(statements).toEqual(['vault write_people_once']);
    } finally {
      spans.stop();
    }
  });

  it('refuse an invalid key', async () => {
    await expect(create('a b')).rejects.toMatchObject({ reason: 'INVALID_IDEMPOTENCY_KEY' });
  });
});
