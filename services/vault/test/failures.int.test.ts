import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { FeaturesForm } from '@pii-vault/proto/vault/v1/features';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ReadFeatures, readFeatures } from './read-features.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1]);
  await world.sql(
    `CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`,
  );
});
afterAll(() => world.stop());
afterEach(() => world.sql('DROP TRIGGER IF EXISTS planted ON vault.outbox'));

const create = (fields: Record<string, string> = ASHA) =>
  world.records.createRecord(owner, {
    companyId: 1,
    consentDetails: consent(),
    fields,
    externalId: undefined,
    individualId: undefined,
  });
const reveal = (individualIds: number[]) =>
  world.records.revealRecords(owner, { companyId: 1, individualIds, fieldTypes: [], purpose: 'kyc' });
const breakTrail = () =>
  world.sql(
    `CREATE TRIGGER planted BEFORE INSERT ON vault.outbox FOR EACH ROW WHEN (NEW.topic = 'vault.audit') EXECUTE FUNCTION public.refuse()`,
  );
/** The people that change events name, one item per event. */
const announced = async () => {
  const events = await world.sql<{ payload: Buffer }>(
    `SELECT payload FROM bus.log WHERE topic = 'vault.record_changed' AND company_id = 1`,
  );
  return events.flatMap(({ payload }) => {
    const { individualId, otherIndividualIds } = RecordChanged.decode(payload);
    return [individualId, ...otherIndividualIds];
  });
};
const revealed = async () => {
  const ctx = world.asService('compliance');
  const { counts } = await world.stats.getRevealCounts(ctx, {
    from: new Date(0),
    to: new Date(Date.now() + 3_600_000),
    companyIds: [],
  });
  return counts.filter((one) => one.ticket !== 'work').reduce((sum, one) => sum + one.values, 0);
};
/** Number of rows of each person of company 1 who has a name and no PAN. */
const peopleWithoutPan = () =>
  world.sql<{ id: number; keys: number; fields: number; consents: number }>(
    `SELECT i.id, (SELECT count(*)::int FROM vault.data_keys k WHERE k.individual_id = i.id) AS keys,
       (SELECT count(*)::int FROM vault.pii_fields f WHERE f.individual_id = i.id) AS fields,
       (SELECT count(*)::int FROM vault.consents c WHERE c.individual_id = i.id) AS consents
     FROM vault.individuals i JOIN vault.pii_fields n ON n.individual_id = i.id AND n.field_type = 5
     WHERE i.company_id = 1 AND NOT EXISTS (SELECT FROM vault.pii_fields p WHERE p.individual_id = i.id AND p.field_type = 2)`,
  );

describe('while the trail cannot be written', () => {
  it('no call decrypts a value', async () => {
    const { individualId, fieldIds } = await create();
    const before = await revealed();
    await breakTrail();
    const fieldId = fieldIds.pan ?? 0;
    const ways = [
      reveal([individualId]),
      reveal([individualId, individualId + 1]),
      world.individuals.getIndividual(owner, { individualId, companyId: 1, purpose: undefined }),
      world.individuals.getIndividual(owner, { individualId, companyId: 1, purpose: 'kyc' }),
      world.fields.getField(owner, { fieldId, purpose: 'kyc' }),
      world.fields.getFieldHistory(owner, { fieldId, purpose: 'kyc' }),
      world.search.searchPii(owner, { companyId: 1, fieldType: 'pan', value: ASHA.pan, purpose: 'kyc' }),
    ];
    for (const outcome of await Promise.allSettled(ways)) expect(outcome.status).toBe('rejected');
    expect(await revealed()).toBe(before);
  });

  it('no call writes', async () => {
    const rows = () =>
      world.sql(
        'SELECT FROM vault.individuals UNION ALL SELECT FROM vault.data_keys UNION ALL SELECT FROM vault.pii_fields',
      );
    const before = (await rows()).length;
    await breakTrail();
    await expect(create()).rejects.toMatchObject({ code: 'INTERNAL' });
    const records = [
      { fields: ASHA, externalId: undefined },
      { fields: ASHA, externalId: 'T-1' },
    ];
    await expect(
      world.records.createRecords(owner, { companyId: 1, consentDetails: consent(), records }),
    ).rejects.toMatchObject({ code: 'INTERNAL' });
    expect((await rows()).length).toBe(before);
  });
});

describe('when connections break during a write', () => {
  it('an acknowledged person is stored once and completely; others are stored completely or not at all', async () => {
    const answered: number[] = [];
    let isOver = false;
    let next = Promise.withResolvers<void>();
    const creating = Array.from({ length: 16 }, async (_, worker) => {
      for (let n = 0; n < 25; n += 1) {
        const answer = await create({ name: `W ${worker} ${n}`, phone: '+919876543201' }).catch(
          () => undefined,
        );
        if (answer === undefined) continue;
        answered.push(answer.individualId);
        next.resolve();
      }
    });
    const killing = (async () => {
      while (!isOver) {
        await world.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'vault_app' AND datname = current_database()`,
        );
        // Each kill waits for an answered call, so that a slow process makes progress.
        next = Promise.withResolvers();
        if (!isOver) await next.promise;
      }
    })();
    await Promise.all(creating);
    isOver = true;
    next.resolve();
    await killing;
    await world.drain();
    const parts = await peopleWithoutPan();
    expect(answered.length).toBeGreaterThan(0);
    const named = await announced();
    for (const part of parts) {
      expect(part).toEqual({ id: part.id, keys: 1, fields: 2, consents: 1 });
      expect(named.filter((id) => id === part.id)).toHaveLength(1);
    }
    const there = new Set(parts.map((part) => part.id));
    expect(answered.filter((id) => !there.has(id))).toEqual([]);
    expect(new Set(answered).size).toBe(answered.length);
  });
});

describe('while crypto is unreachable', () => {
  it('people whose key is not open yet can be neither read nor written until crypto is back', async () => {
    const second = await world.user([2]);
    const request = {
      companyId: 2,
      consentDetails: consent(),
      fields: ASHA,
      externalId: undefined,
      individualId: undefined,
    };
    world.crypto.isAway = true;
    await expect(world.records.createRecord(second, request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    world.crypto.isAway = false;
    await expect(world.records.createRecord(second, request)).resolves.toBeDefined();
  });
});

describe('a row changed by SQL', () => {
  it('is an integrity error without a value, and writes an entry', async () => {
    const { individualId } = await create();
    await world.sql(
      `UPDATE vault.pii_fields SET ciphertext = set_byte(ciphertext, 30, get_byte(ciphertext, 30) # 1) WHERE individual_id = $1 AND field_type = 2`,
      [individualId],
    );
    await expect(reveal([individualId])).rejects.toMatchObject({
      code: 'DATA_LOSS',
      reason: 'DATA_INTEGRITY',
    });
    expect((await world.entries()).at(-1)).toMatchObject({ action: 'integrity_error', individualId });
  });

  it('does not block matching of others', async () => {
    const [damaged, sound] = [await create(), await create()];
    await world.sql(
      `UPDATE vault.data_keys SET commitment = set_byte(commitment, 0, get_byte(commitment, 0) # 1) WHERE individual_id = $1`,
      [damaged.individualId],
    );
    const items = [damaged, sound].map(({ individualId }) => ({ individualId, version: 1 }));
    const selection = { $case: 'individuals' as const, value: { items } };
    const lineage = world.asService('lineage', 1);
    const pull = async () => {
      const request = {
        companyId: 1,
        scopes: ['intra:1'],
        encodingVersion: 0,
        form: FeaturesForm.FEATURES_FORM_ROWS,
        selection,
      };
      const people: ReadFeatures[] = [];
      for await (const batch of world.features.pullFeatures(lineage, request))
        people.push(...batch.features.map(readFeatures));
      return people;
    };
    // The first pull uses the cache of recent writes and decrypts nothing.
    expect((await pull()).map((one) => one.handles.length)).toEqual([4, 4]);
    const people = await pull();
    expect(people.map((one) => one.handles.length)).toEqual([0, 4]);
    expect((await world.entries()).at(-1)).toMatchObject({
      action: 'integrity_error',
      individualId: damaged.individualId,
    });
  });
});
