import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { FeaturesForm, type PullFeaturesRequest } from '@pii-vault/proto/vault/v1/features';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReadFeatures, readFeatures } from './read-features.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
let lineage: Ctx;

beforeAll(async () => {
  world = await vaultWorld();
  world.tenancy.agreements = [{ id: 5, companies: [1, 2], purpose: 'fraud', includeAadhaar: false }];
  owner = await world.user([1, 2]);
  lineage = world.asService('lineage', 1);
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const create = async (companyId: number, fields: Record<string, string>, purposes = ['fraud']) =>
  (
    await world.records.createRecord(owner, {
      companyId,
      consentDetails: consent('kyc', purposes),
      fields,
      externalId: undefined,
      individualId: undefined,
    })
  ).individualId;

async function pull(
  ctx: Ctx,
  companyId: number,
  ids: readonly number[],
  scopes: string[] = [],
): Promise<ReadFeatures[]> {
  const items = ids.map((individualId) => ({ individualId, version: 1 }));
  const request: PullFeaturesRequest = {
    companyId,
    scopes,
    encodingVersion: 0,
    form: FeaturesForm.FEATURES_FORM_ROWS,
    selection: { $case: 'individuals', value: { items } },
  };
  const people: ReadFeatures[] = [];
  for await (const batch of world.features.pullFeatures(ctx, request))
    people.push(...batch.features.map(readFeatures));
  return people;
}
const hex = (one: ReadFeatures | undefined) =>
  Object.fromEntries((one?.handles ?? []).map(({ kind, key }) => [kind, key]));

describe('match features', () => {
  it('end with the agreement, and exist only for its companies', async () => {
    const id = await create(1, ASHA);
    await expect(pull(lineage, 1, [id], ['cross:6'])).rejects.toMatchObject({ reason: 'SCOPE_CLOSED' });
    await expect(pull(lineage, 1, [id], ['intra:2'])).rejects.toMatchObject({ reason: 'SCOPE_UNKNOWN' });
    await expect(pull(world.asService('lineage', 3), 3, [id], ['cross:5'])).rejects.toMatchObject({
      reason: 'SCOPE_CLOSED',
    });
  });

  it('report unknown people and people of other companies as gone', async () => {
    const theirs = await create(2, ASHA);
    const people = await pull(lineage, 1, [theirs, 999_999]);
    expect(people.every((one) => one.gone && one.handles.length === 0)).toBe(true);
  });

  it('are computed after one committed work entry per batch, which is counted separately from reveals', async () => {
    const id = await create(1, { pan: ASHA.pan, name: 'Asha Rao' });
    await pull(lineage, 1, [id]);
    const before = (await world.entries()).length;
    await pull(lineage, 1, [id]);
    const entries = (await world.entries()).slice(before);
    expect(entries).toMatchObject([
      {
        action: 'data_work',
        ticket: 'work',
        actorId: 'lineage',
        counts: { individuals: 1, values: 2 },
        fieldNames: ['pan', 'name'],
      },
    ]);
  });

  it('of a new person equal those of the stored values, and their use writes an entry', async () => {
    const alone = await create(1, ASHA);
    const { results } = await world.records.createRecords(owner, {
      companyId: 1,
      consentDetails: consent('kyc', ['fraud']),
      records: [{ fields: ASHA, externalId: 'F-1' }],
    });
    const ids = [alone, results[0]?.individualId ?? 0];
    const before = (await world.entries()).length;
    const fresh = await pull(lineage, 1, ids);
    const stored = await pull(lineage, 1, ids);
    expect(fresh).toEqual(stored);
    expect(fresh.filter((one) => one.gone)).toEqual([]);
    const [first, second, ...more] = (await world.entries()).slice(before);
    expect(more).toEqual([]);
    const { fieldNames, counts } = second ?? {};
    expect(first).toMatchObject({ action: 'data_work', individualIds: ids, fieldNames, counts });
    expect(counts).toMatchObject({ individuals: 2 });
  });

  it('of a new person come from the cache of recent writes: no stored value is decrypted', async () => {
    const id = await create(1, ASHA);
    await world.sql(
      'UPDATE vault.pii_fields SET ciphertext = set_byte(ciphertext, 30, get_byte(ciphertext, 30) # 1) WHERE individual_id = $1',
      [id],
    );
    const [fresh] = await pull(lineage, 1, [id], ['intra:1']);
    const [stored] = await pull(lineage, 1, [id], ['intra:1']);
    expect(Object.keys(hex(fresh))).toContain('pan');
    expect(hex(stored)).toEqual({});
  });

  it('of a new person that has changed since reflect the change', async () => {
    const [corrected, erased] = [await create(1, ASHA), await create(1, ASHA)];
    await world.fields.createField(owner, {
      companyId: 1,
      individualId: corrected,
      fieldType: 'phone',
      plainValue: '+919876512345',
      consentDetails: consent(),
      retentionExpiry: undefined,
      sourceContext: undefined,
    });
    await world.erasures.eraseIndividual(owner, { companyId: 1, individualId: erased, reason: 'asked for' });
    const people = await pull(lineage, 1, [corrected, erased], ['intra:1']);
    expect(people).toMatchObject([{ version: 2, gone: false }, { gone: true }]);
    const [again] = await pull(lineage, 1, [corrected], ['intra:1']);
    expect(hex(people[0])).toEqual(hex(again));
  });

  it('cover a whole range in id order', async () => {
    const records = Array.from({ length: 230 }, (_, n) => ({
      fields: { phone: `+9198760${String(10000 + n)}` },
      externalId: undefined,
    }));
    await world.records.createRecords(owner, { companyId: 1, consentDetails: consent(), records });
    const ids: number[] = [];
    const value = { afterIndividualId: 0, limit: 0 };
    for await (const batch of world.features.pullFeatures(lineage, {
      companyId: 1,
      scopes: ['intra:1'],
      encodingVersion: 0,
      form: FeaturesForm.FEATURES_FORM_ROWS,
      selection: { $case: 'range', value },
    })) {
      ids.push(...batch.features.map((one) => one.individualId));
    }
    expect(ids.length).toBeGreaterThanOrEqual(230);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const [row] = await world.sql<{ people: number }>(
      'SELECT count(*)::int AS people FROM vault.individuals WHERE company_id = 1 AND sealed_at IS NULL',
    );
    expect(ids).toHaveLength(row?.people ?? 0);
  });

  it('are refused when tenancy has not answered for five seconds', async () => {
    const id = await create(1, ASHA);
    world.tenancy.isAway = true;
    await world.restart();
    await expect(pull(world.asService('lineage', 1), 1, [id])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    world.tenancy.isAway = false;
    await expect(pull(world.asService('lineage', 1), 1, [id])).resolves.toBeDefined();
  });
});
