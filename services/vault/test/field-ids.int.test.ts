import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldIdOf, namedField } from '../src/people/ids/field-id.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
let both: Ctx;

beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1]);
  both = await world.user([1, 2]);
});
afterAll(() => world.stop());

type Fields = Readonly<Record<string, string>>;
const write = (companyId: number, fields: Fields, individualId?: number) =>
  world.records.createRecord(both, {
    companyId,
    consentDetails: consent(),
    fields,
    externalId: undefined,
    individualId,
  });
const get = async (fieldId: number, ctx = both) =>
  (await world.fields.getField(ctx, { fieldId, purpose: 'kyc' })).field;
const { name, pan } = ASHA;

describe('the id of a field', () => {
  it('of a person who was created with fields contains person and type, also for fields added later', async () => {
    const { individualId, fieldIds } = await write(1, { name, pan });
    expect(fieldIds).toEqual({
      name: fieldIdOf(individualId, 'name'),
      pan: fieldIdOf(individualId, 'pan'),
    });
    const later = await write(1, { email: 'asha@example.in' }, individualId);
    expect(later.fieldIds).toEqual({ email: fieldIdOf(individualId, 'email') });
    expect((await get(fieldIds.pan ?? 0))?.value).toBe(pan);
    expect((await get(later.fieldIds.email ?? 0))?.value).toBe('asha@example.in');
  });

  it('differs between the companies that have the person, also for later fields', async () => {
    const first = await write(1, { name, pan });
    const other = await write(2, { name: 'Asha R Rao' }, first.individualId);
    const later = await write(2, { pan: 'ABCPR9999F' }, first.individualId);
    const ids = [first, other, later].flatMap(({ fieldIds }) => Object.values(fieldIds));
    expect(new Set(ids).size).toBe(4);
    for (const id of [other.fieldIds.name, later.fieldIds.pan]) expect(namedField(id ?? 0)).toBeUndefined();
    expect((await get(first.fieldIds.pan ?? 0))?.value).toBe(pan);
    expect((await get(later.fieldIds.pan ?? 0))?.value).toBe('ABCPR9999F');
    expect((await get(other.fieldIds.name ?? 0))?.value).toBe('Asha R Rao');
    await expect(get(later.fieldIds.pan ?? 0, owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a person who was created without fields is from the sequence', async () => {
    const masterKey = randomUUID();
    const { individual } = await world.individuals.createIndividual(owner, {
      ...{ companyId: 1, masterKey, dataQualityScore: 40 },
    });
    const { fieldIds } = await write(1, { name }, individual?.id);
    expect(namedField(fieldIds.name ?? 0)).toBeUndefined();
    expect((await get(fieldIds.name ?? 0))?.value).toBe(name);
  });

  it.each([
    ['an unknown type', (individualId: number) => fieldIdOf(individualId, 'pan') + 90],
    ['a type that the person lacks', (individualId: number) => fieldIdOf(individualId, 'email')],
    ['no existing person', () => fieldIdOf(8e13, 'pan')],
  ])('that names %s is not found', async (_what, idOf) => {
    const { individualId } = await write(1, { name, pan });
    await expect(get(idOf(individualId))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
