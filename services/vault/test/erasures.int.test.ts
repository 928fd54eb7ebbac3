import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL, ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

const WITH_NOTES = [...ALL, 'notes:read'];

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  // Company 1 destroys at once, the others after the legal floor.
  world = await vaultWorld({ VAULT_RETENTION_FLOOR_BY_COMPANY: '1:0' });
  owner = await world.as({ userId: 11, companies: { 1: WITH_NOTES, 2: WITH_NOTES } });
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const create = (companyId: number, externalId?: string, afterErasure?: string) =>
  world.records.createRecord(owner, {
    companyId,
    consentDetails: consent(),
    fields: ASHA,
    externalId,
    individualId: undefined,
    afterErasure,
  });
const erase = (companyId: number, individualId: number, ctx = owner) =>
  world.erasures.eraseIndividual(ctx, { companyId, individualId, reason: 'REASON-4711 of Asha' });
const erasure = async (companyId: number, individualId: number) =>
  (await world.erasures.getErasures(owner, { companyId, id: individualId })).erasures[0];
const rowsOf = async (individualId: number) => {
  const tables = ['data_keys', 'pii_fields', 'field_contexts', 'search_index', 'consents'];
  const counts = tables.map(async (table) => {
    const [row] = await world.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM vault.${table} WHERE individual_id = $1`,
      [individualId],
    );
    return [table, row?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
};
/** Tables of the vault that contain the bytes in any column. */
const placesOf = async (bytes: Buffer) => {
  const tables = await world.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'vault'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await world.sql(`SELECT FROM vault.${name} t WHERE position($1 IN t::text) > 0 LIMIT 1`, [
        bytes.toString('hex'),
      ]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
};
const verifyCertificate = (note: string, key: Uint8Array) =>
  spawnSync(
    process.execPath,
    [
      fileURLToPath(new URL('../../../scripts/product/verify-certificate/main.ts', import.meta.url)),
      '--key',
      Buffer.from(key).toString('base64'),
    ],
    { input: note, encoding: 'utf8' },
  );
/** Every call that reads or writes this person of company 2, or one of its fields. */
function callsOn(individualId: number, fieldId: number): (() => Promise<unknown>)[] {
  const person = { companyId: 2, individualId };
  const unsaid = { companyId: undefined, purpose: undefined };
  const record = { consentDetails: consent(), fields: { name: 'Asha' }, externalId: undefined };
  const field = {
    fieldType: 'address',
    plainValue: '12 MG Road, Pune',
    consentDetails: consent(),
    retentionExpiry: undefined,
    sourceContext: undefined,
  };
  return [
    () => world.individuals.getIndividual(owner, { individualId, ...unsaid }),
    () => world.fields.getField(owner, { fieldId, purpose: 'kyc' }),
    () => world.fields.getFieldHistory(owner, { fieldId, purpose: undefined }),
    () => world.fields.deleteField(owner, { fieldId }),
    () => world.consents.listConsents(owner, { companyId: person.companyId, id: individualId }),
    () => world.consents.withdrawConsent(owner, { ...person, purpose: 'kyc', fieldTypes: [] }),
    () => world.fields.createField(owner, { ...person, ...field }),
    () => world.records.createRecord(owner, { ...person, ...record }),
    () => erase(2, individualId),
  ];
}

describe('an erased person', () => {
  it('is sealed at once: no call reads or writes it, and its external id is free', async () => {
    const { individualId, fieldIds } = await create(2, 'E-1');
    const sealed = (await erase(2, individualId)).erasure;
    expect(sealed).toMatchObject({ status: 'sealed', reason: 'REASON-4711 of Asha', certificate: undefined });
    const days = (Number(sealed?.shredAt) - Number(sealed?.requestedAt)) / 86_400_000;
    expect(days).toBe(365);
    for (const call of callsOn(individualId, fieldIds.pan ?? 0))
      await expect(call()).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'ERASED' });
    const request = { companyId: 2, fieldTypes: [], purpose: 'kyc', individualIds: [individualId] };
    expect((await world.records.revealRecords(owner, request)).records).toEqual([]);
    const answer = await world.search.searchPii(owner, {
      companyId: 2,
      fieldType: 'pan',
      value: ASHA.pan,
      purpose: 'kyc',
    });
    expect(answer.results.map((hit) => hit.individualId)).not.toContain(individualId);
    expect(await rowsOf(individualId)).toMatchObject({ search_index: 0, data_keys: 1 });
    await expect(create(2, 'E-1')).rejects.toMatchObject({ reason: 'ERASED_EARLIER' });
    await expect(create(2, 'E-1', 'create')).resolves.toMatchObject({ masterKey: expect.any(String) });
    const entry = (await world.entries()).find((one) => one.action === 'data_erase');
    expect(entry).toMatchObject({ individualId, companyId: 2, actorId: '11', decision: 'allowed' });
    expect(entry?.fieldNames).toContain('pan');
    const sent = await world.sql(`SELECT FROM bus.log WHERE topic = 'vault.individual_erased' AND key = $1`, [
      `2:${individualId}`,
    ]);
    expect(sent).toHaveLength(1);
    expect(await placesOf(Buffer.from('REASON-4711'))).toEqual([]);
  });

  it('has a reason that is withheld without notes:read and masked without pii:reveal', async () => {
    const { individualId } = await create(2);
    const reason = 'Asha wrote from asha@example.in';
    const written = await world.erasures.eraseIndividual(await world.user([2]), {
      companyId: 2,
      individualId,
      reason,
    });
    expect(written.erasure).toMatchObject({ reason: undefined, texts: { view: 'withheld' } });
    const reasonFor = async (userId: number, ...permissions: string[]) => {
      const ctx = await world.as({ userId, companies: { 2: ['pii:erase', ...permissions] } });
      const listed = await world.erasures.listErasures(ctx, { companyId: 2, limit: 1 });
      expect(listed.erasures[0]?.individualId).toBe(individualId);
      expect(listed.nextCursor).toMatch(new RegExp(`[.]${individualId}$`));
      const [one] = (await world.erasures.getErasures(ctx, { companyId: 2, id: individualId })).erasures;
      expect(one).toEqual(listed.erasures[0]);
      return one;
    };
    expect(await reasonFor(31, 'pii:reveal')).toMatchObject({
      reason: undefined,
      texts: { view: 'withheld', filled: ['reason'], identifiers: 0 },
    });
    expect(await reasonFor(32, 'notes:read')).toMatchObject({
      reason: 'Asha wrote from as***@example.in',
      texts: { view: 'masked', identifiers: 1 },
    });
    expect(await reasonFor(33, 'notes:read', 'pii:reveal')).toMatchObject({
      reason: 'Asha wrote from as***@example.in',
      texts: { view: 'masked' },
    });
    const read = (await world.entries()).filter(({ action }) => action === 'text_read');
    expect(read.map(({ actorId }) => actorId)).toEqual(['32', '32', '33', '33']);
    const objectIds = { register: 'erasures', entryIds: String(individualId) };
    expect(read[0]).toMatchObject({ companyId: 2, objectIds, fieldNames: ['reason'] });
  });

  it.each([
    ['names the records that were verified as the same person', [8, 9]],
    ['tells that there were none', []],
    ['tells that they were not known', undefined],
  ])('%s, also later and when the request is repeated', async (_, ids) => {
    const { individualId } = await create(2);
    const ctx = { ...owner, idempotencyKey: `same-${individualId}` };
    const request = { companyId: 2, individualId, reason: 'Asked for' };
    const verifiedSame = ids && { values: ids };
    const first = await world.erasures.eraseIndividual(ctx, { ...request, verifiedSame });
    expect(first.erasure?.verifiedSame).toEqual(verifiedSame);
    // Lineage has ended the links meanwhile.
    const again = await world.erasures.eraseIndividual(ctx, {
      ...request,
      verifiedSame: { values: [] },
    });
    expect(again.erasure?.verifiedSame).toEqual(verifiedSame);
    expect((await erasure(2, individualId))?.verifiedSame).toEqual(verifiedSame);
    const { erasures } = await world.erasures.listErasures(owner, {
      companyId: 2,
      limit: 1,
    });
    expect(erasures[0]?.verifiedSame).toEqual(verifiedSame);
  });

  it('is erased once per Idempotency-Key', async () => {
    const { individualId } = await create(2);
    const keyed = { ...owner, idempotencyKey: 'erase-once' };
    const first = await erase(2, individualId, keyed);
    expect(await erase(2, individualId, keyed)).toEqual(first);
  });
});

describe('what is destroyed in the next 30 days', () => {
  const due = async (companyId?: number) => {
    const reader = await world.as({ companies: { 2: ['pii:erase'], 3: ['pii:erase'] } });
    return (await waitingOf(world, 'vault')(reader, companyId)).erasures;
  };
  const shredIn = (days: number, individualId: number) =>
    world.sql(
      `UPDATE vault.erasures SET shred_at = now() + $2::integer * interval '1 day' WHERE individual_id = $1::bigint`,
      [individualId, days],
    );

  it('is counted by company, without what was destroyed', async () => {
    const [one, other] = [await create(2), await create(2)];
    for (const { individualId } of [one, other]) await erase(2, individualId);
    expect(await due()).toMatchObject({ count: 0, companyId: undefined, dueAt: undefined });
    await shredIn(31, one.individualId);
    await shredIn(29, other.individualId);
    const dueAt = (await erasure(2, other.individualId))?.shredAt;
    const found = { count: 1, overdue: 0, companyId: 2, dueAt, details: {} };
    expect([await due(), await due(2)]).toEqual([found, found]);
    expect((await due(3))?.count).toBe(0);
    await shredIn(-1, one.individualId);
    expect(await due(2)).toMatchObject({ count: 2, overdue: 1 });
    await world.sql(
      `UPDATE vault.erasures SET shredded_at = now(), destroyed = '{}' WHERE individual_id = $1::bigint`,
      [one.individualId],
    );
    expect(await due(2)).toEqual(found);
  });
});

describe('the destruction', () => {
  const certified = async (individualId: number) =>
    await expect.poll(async () => (await erasure(1, individualId))?.status).toBe('certified');

  it('leaves no key and no ciphertext anywhere, and a certificate that an outsider verifies', async () => {
    const { individualId } = await create(1, 'S-1');
    const [key] = await world.sql<{ wrapped: Buffer; commitment: Buffer }>(
      'SELECT wrapped, commitment FROM vault.data_keys WHERE individual_id = $1',
      [individualId],
    );
    const fields = await world.sql<{ ciphertext: Buffer }>(
      'SELECT ciphertext FROM vault.pii_fields WHERE individual_id = $1',
      [individualId],
    );
    const secrets = [key?.wrapped ?? Buffer.alloc(0), ...fields.map((row) => row.ciphertext)];
    expect(await placesOf(secrets[0] ?? Buffer.alloc(0))).toEqual(['data_keys']);
    await erase(1, individualId);
    await certified(individualId);
    expect(Object.values(await rowsOf(individualId))).toEqual([0, 0, 0, 0, 0]);
    for (const bytes of secrets) expect(await placesOf(bytes)).toEqual([]);
    const [tombstone] = await world.sql(
      'SELECT type_mask, quality, data_key_version FROM vault.individuals WHERE id = $1 AND sealed_at IS NOT NULL',
      [individualId],
    );
    expect(tombstone).toEqual({ type_mask: 0, quality: 0, data_key_version: 0 });

    const { certificate } = (await erasure(1, individualId)) ?? {};
    const { note = '', publicKey = new Uint8Array() } = certificate ?? {};
    const genuine = verifyCertificate(note, publicKey);
    expect([genuine.status, genuine.stderr]).toEqual([0, '']);
    expect(genuine.stdout).toContain(key?.commitment.toString('hex'));
    expect(genuine.stdout).toContain(`"individualId": ${individualId}`);
    expect(genuine.stdout).toContain(`"fieldVersions": ${fields.length}`);
    const forged = verifyCertificate(note.replace(`:${individualId}`, ':1'), publicKey);
    expect([forged.status, forged.stdout]).toEqual([1, '']);

    const steps = (await world.entries()).filter(
      (one) => one.action === 'data_shred' && one.individualId === individualId,
    );
    expect(steps.map((one) => [one.objectIds.step, one.actorId])).toEqual([
      ['destroyed', 'vault'],
      ['certified', 'vault'],
    ]);
  });

  it('happens while the key store is unreachable, and is certified once it is reachable again', async () => {
    const { individualId } = await create(1);
    // Encrypting the reason needs a text key, which is already open.
    world.crypto.isAway = true;
    await erase(1, individualId);
    await expect.poll(async () => (await erasure(1, individualId))?.status).toBe('shredded');
    expect(await rowsOf(individualId)).toMatchObject({ data_keys: 0 });
    world.crypto.isAway = false;
    await world.restart();
    await certified(individualId);
  });

  it('destroys fields that were deleted earlier when they are due, and the person not before the floor', async () => {
    const { individualId, fieldIds } = await create(2);
    await world.fields.deleteField(owner, { fieldId: fieldIds.pan ?? 0 });
    await erase(2, individualId);
    await world.sql(
      'UPDATE vault.pii_fields SET shred_at = now() WHERE individual_id = $1 AND shred_at IS NOT NULL',
      [individualId],
    );
    await world.restart();
    const types = () =>
      world.sql<{ t: number }>('SELECT field_type AS t FROM vault.pii_fields WHERE individual_id = $1', [
        individualId,
      ]);
    await expect.poll(types).not.toContainEqual({ t: 2 });
    expect(await types()).toHaveLength(Object.keys(ASHA).length - 1);
    expect((await erasure(2, individualId))?.status).toBe('sealed');
  });
});
