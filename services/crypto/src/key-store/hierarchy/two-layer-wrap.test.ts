import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyStore } from '../key-store.ts';
import { openLocalKeyStore } from '../local-key-store.ts';
import type { KeyOwner } from './key-owner.ts';
import { changeEpoch, openKey, sealKey, type Wrappers } from './two-layer-wrap.ts';
import { type WrappedKeyIdentity, wrapAad } from './wrap-aad.ts';

const owners: fc.Arbitrary<KeyOwner> = fc.oneof(
  fc.nat({ max: 30 }).map((companyId): KeyOwner => ({ kind: 'company', companyId })),
  fc
    .nat({ max: 30 })
    .map((agreementId): KeyOwner => ({ kind: 'agreement', agreementId, companyIds: [1, 2] })),
  fc.constant<KeyOwner>({ kind: 'deployment' }),
);
const identities: fc.Arbitrary<WrappedKeyIdentity> = fc.record({
  owner: owners,
  purpose: fc.constantFrom('field', 'index', 'text', 'store'),
  ownerService: fc.constantFrom('', 'vault', 'lineage'),
  keyId: fc.uuid({ version: 4 }),
  version: fc.integer({ min: 1, max: 30 }),
});

describe('wrap AAD', () => {
  it('differs when any part of the identity or the layer differs', () => {
    const name = ({ owner, ...rest }: WrappedKeyIdentity) =>
      JSON.stringify([
        owner.kind,
        'companyId' in owner ? owner.companyId : '',
        'agreementId' in owner ? owner.agreementId : '',
        rest,
      ]);
    fc.assert(
      fc.property(identities, identities, (a, b) => {
        expect(wrapAad('master', a).equals(wrapAad('epoch', a))).toBe(false);
        expect(wrapAad('master', a).equals(wrapAad('master', b))).toBe(name(a) === name(b));
      }),
    );
  });

  it('is stable: stored keys depend on these bytes', () => {
    const identity: WrappedKeyIdentity = {
      owner: { kind: 'company', companyId: 12 },
      purpose: 'text',
      ownerService: 'vault',
      keyId: '00000000-0000-4000-8000-000000000001',
      version: 3,
    };
    const parts = ['pii-vault wrapped key', '1', 'epoch', 'text:vault', 'company:12', identity.keyId, '3'];
    const expected = parts.map(
      (part) => part.length.toString(16).padStart(8, '0') + Buffer.from(part).toString('hex'),
    );
    expect(wrapAad('epoch', identity).toString('hex')).toBe(expected.join(''));
  });
});

describe('two-layer wrap', () => {
  let folder: string;
  let store: KeyStore;
  let wrappers: Wrappers;
  const identity = (keyId = randomUUID()): WrappedKeyIdentity => ({
    owner: { kind: 'company', companyId: 1 },
    purpose: 'field',
    ownerService: '',
    keyId,
    version: 1,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wrap-'));
    store = await openLocalKeyStore(join(folder, 'keys'));
    wrappers = { master: (await store.generateKey('AES-256-GCM')).reference, epoch: await newEpoch() };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const newEpoch = async () => (await store.generateKey('AES-256-GCM')).reference;

  it('opens a sealed key, which needs both wrapping keys', async () => {
    const rawKey = randomBytes(32);
    const id = identity();
    const sealed = await sealKey(store, wrappers, id, rawKey);
    expect(await openKey(store, wrappers, id, sealed)).toEqual(rawKey);
    const others = [
      { ...wrappers, master: await newEpoch() },
      { ...wrappers, epoch: await newEpoch() },
    ];
    for (const other of others)
      await expect(openKey(store, other, id, sealed)).rejects.toMatchObject({ fault: 'integrity' });
  });

  it('refuses a key moved to another identity, and every flipped bit', async () => {
    const id = identity();
    const sealed = await sealKey(store, wrappers, id, randomBytes(32));
    const moved: WrappedKeyIdentity[] = [
      { ...id, version: 2 },
      { ...id, purpose: 'index' },
      { ...id, ownerService: 'vault' },
      { ...id, keyId: randomUUID() },
      { ...id, owner: { kind: 'company', companyId: 2 } },
      { ...id, owner: { kind: 'agreement', agreementId: 1, companyIds: [1, 2] } },
    ];
    for (const other of moved)
      await expect(openKey(store, wrappers, other, sealed)).rejects.toMatchObject({ fault: 'integrity' });
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(openKey(store, wrappers, id, flipped)).rejects.toMatchObject({ fault: 'integrity' });
    }
  });

  it('moves to another epoch; the previous epoch key opens only the old copy', async () => {
    const rawKey = randomBytes(32);
    const id = identity();
    const before = await sealKey(store, wrappers, id, rawKey);
    const next = await newEpoch();
    const after = await changeEpoch(store, { from: wrappers.epoch, to: next }, id, before);
    const former = wrappers.epoch;
    wrappers = { ...wrappers, epoch: next };
    await store.destroy(former);
    expect(await openKey(store, wrappers, id, after)).toEqual(rawKey);
    await expect(openKey(store, { ...wrappers, epoch: former }, id, before)).rejects.toMatchObject({
      fault: 'absent',
    });
  });
});
