import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

const MEERA = {
  name: 'Meera Rao',
  relationship: 'spouse',
  email: 'meera@example.in',
  phone: '+919812345670',
};
const ARUN = { name: 'Arun Rao', relationship: 'child', email: undefined, phone: undefined };

let world: VaultWorld;
let individualId: number;
let fieldIds: { readonly [type: string]: number };

beforeAll(async () => {
  world = await vaultWorld({ VAULT_RETENTION_FLOOR_BY_COMPANY: '3:0' });
});
afterAll(() => world.stop());

const owner = () => world.user([1, 2, 3]);
async function person(companyId = 1): Promise<void> {
  const record = { companyId, consentDetails: consent(), fields: ASHA };
  const more = { externalId: undefined, individualId: undefined };
  ({ individualId, fieldIds } = await world.records.createRecord(await owner(), { ...record, ...more }));
}
beforeEach(() => person());

const set = async (nominees: (typeof MEERA | typeof ARUN)[], companyId = 1) =>
  world.principals.setNominees(await owner(), { companyId, id: individualId, nominees });
const get = async (purpose?: string, companyId = 1, ctx?: Ctx) =>
  (await world.principals.getNominees(ctx ?? (await owner()), { companyId, id: individualId, purpose }))
    .nomination;
async function entriesOf(work: () => Promise<unknown>) {
  const before = (await world.entries()).length;
  await work();
  return (await world.entries()).slice(before);
}
const stored = () =>
  world.sql<{ version: number; state: number; ciphertext: Buffer }>(
    `SELECT version, state, ciphertext FROM vault.pii_fields
     WHERE individual_id = ${individualId} AND field_type = 11 ORDER BY version`,
  );

describe('nominees', () => {
  it('are shown masked, and raw for the purpose of nomination, with an entry per read', async () => {
    expect(await get()).toMatchObject({ nominees: [], masked: true, updatedAt: undefined });
    const written = await entriesOf(() => set([MEERA, ARUN]));
    expect(written).toMatchObject([
      { action: 'data_update', fieldNames: ['nominee'], objectIds: { change: 'nominee_set' } },
    ]);
    expect(written[0]?.ciphertextSha256).toHaveLength(32);
    const seen = await entriesOf(async () =>
      expect(await get()).toMatchObject({
        masked: true,
        nominees: [
          { name: 'XXXX-MASKED', relationship: 'spouse', email: 'me***@example.in', phone: 'XXXXX45670' },
          { name: 'XXXX-MASKED', relationship: 'child' },
        ],
      }),
    );
    expect(seen).toMatchObject([{ action: 'field_view', ticket: 'view', fieldNames: ['nominee'] }]);
    const raw = await entriesOf(async () =>
      expect(await get('nomination')).toMatchObject({ masked: false, nominees: [MEERA, ARUN] }),
    );
    expect(raw).toMatchObject([
      { action: 'field_decrypt', ticket: 'reveal', purpose: 'nomination', fieldNames: ['nominee'] },
    ]);
    const analyst = await world.user([1], ['pii:read']);
    expect(await get('nomination', 1, analyst)).toMatchObject({ masked: true });
  });

  it('are refused for any other purpose, and a refusal writes an entry', async () => {
    await set([MEERA]);
    const refused = await entriesOf(() =>
      expect(get('kyc')).rejects.toMatchObject({ reason: 'PURPOSE_REFUSED' }),
    );
    expect(refused).toMatchObject([{ action: 'field_decrypt', decision: 'refused', purpose: 'kyc' }]);
  });

  it('are stored encrypted and in versions, and repeating them changes nothing', async () => {
    await set([MEERA]);
    expect(await entriesOf(() => set([MEERA]))).toEqual([]);
    await set([ARUN]);
    const rows = await stored();
    expect(rows.map(({ version, state }) => [version, state])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    for (const { ciphertext } of rows) expect(ciphertext.toString('latin1')).not.toMatch(/Rao|spouse|child/);
    expect(await get('nomination')).toMatchObject({ nominees: [ARUN] });
  });

  it('are no field: details, histories, lists and figures do not contain them', async () => {
    await set([MEERA]);
    const ctx = await owner();
    const detail = await world.individuals.getIndividual(ctx, {
      individualId,
      companyId: 1,
      purpose: undefined,
    });
    expect(detail.fields.map(({ fieldType }) => fieldType).sort()).toEqual(Object.keys(ASHA).sort());
    const [{ id }] = (await world.sql(
      `SELECT id FROM vault.pii_fields WHERE individual_id = ${individualId} AND field_type = 11`,
    )) as [{ id: number }];
    const byId = { fieldId: id, purpose: undefined };
    await expect(world.fields.getField(ctx, byId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // A change of the fields writes the mask of types again.
    await world.fields.deleteField(ctx, { fieldId: fieldIds.phone ?? 0 });
    const [row] = await world.sql<{ type_mask: number }>(
      `SELECT type_mask FROM vault.individuals WHERE company_id = 1 AND id = ${individualId}`,
    );
    expect((row?.type_mask ?? 0) & (1 << 11)).toBe(0);
    expect(await get()).toBeDefined();
  });

  it('can be stored for a person without fields', async () => {
    const ctx = await owner();
    const made = await world.individuals.createIndividual(ctx, {
      companyId: 1,
      masterKey: undefined,
      dataQualityScore: undefined,
    });
    individualId = made.individual?.id ?? 0;
    await set([ARUN]);
    expect(await get('nomination')).toMatchObject({ nominees: [ARUN] });
    const record = { companyId: 1, consentDetails: consent(), fields: ASHA };
    await world.records.createRecord(ctx, { ...record, externalId: undefined, individualId });
    expect(await get('nomination')).toMatchObject({ nominees: [ARUN] });
  });

  it('survive the destruction of a field, and are destroyed when they are withdrawn', async () => {
    await person(3);
    await set([MEERA], 3);
    await world.fields.deleteField(await owner(), { fieldId: fieldIds.phone ?? 0 });
    const keys = () =>
      world.sql<{ version: number }>(
        `SELECT version FROM vault.data_keys WHERE company_id = 3 AND individual_id = ${individualId}`,
      );
    // The job runs every minute by itself; a restart runs it at once.
    await world.restart();
    await expect.poll(keys).toEqual([{ version: 2 }]);
    expect(await get('nomination', 3)).toMatchObject({ nominees: [MEERA] });
    await set([], 3);
    expect(await get('nomination', 3)).toMatchObject({ nominees: [], masked: true });
    await world.restart();
    await expect.poll(stored).toEqual([]);
    await set([ARUN], 3);
    expect(await get('nomination', 3)).toMatchObject({ nominees: [ARUN] });
  });

  it('are destroyed with the person', async () => {
    await person(3);
    await set([MEERA], 3);
    const request = { companyId: 3, individualId, reason: 'asked for' };
    await world.erasures.eraseIndividual(await owner(), request);
    await expect(get(undefined, 3)).rejects.toMatchObject({ reason: 'ERASED' });
    await expect(set([ARUN], 3)).rejects.toMatchObject({ reason: 'ERASED' });
    await expect.poll(stored).toEqual([]);
  });
});

describe('an access report', () => {
  it('shows the stored data, masked or by purpose, and writes an entry', async () => {
    await set([MEERA]);
    const report = async (purpose?: string) =>
      world.principals.getAccessReport(await owner(), { companyId: 1, individualId, purpose });
    const entries = await entriesOf(async () => {
      const masked = await report();
      expect(masked.individual).toMatchObject({ id: individualId, companyIds: [1] });
      expect(masked.fields).toHaveLength(Object.keys(ASHA).length);
      expect(masked.fields.every((field) => field.masked)).toBe(true);
      expect(masked.consents).toMatchObject([{ kind: 'given', details: { purpose: 'kyc' } }]);
      expect(masked.nomination).toMatchObject({ masked: true, nominees: [{ name: 'XXXX-MASKED' }] });
    });
    expect(entries).toMatchObject([
      { action: 'field_view' },
      { action: 'field_view', fieldNames: ['nominee'] },
      { action: 'data_export', individualId, objectIds: { document: 'access_report' } },
    ]);
    expect((await report('kyc')).fields.find(({ fieldType }) => fieldType === 'pan')?.value).toBe(ASHA.pan);
    await expect(report('other')).rejects.toMatchObject({ reason: 'PURPOSE_REFUSED' });
    individualId = 999_999;
    await expect(report()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
