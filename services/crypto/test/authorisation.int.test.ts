import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { RegisterService } from '@pii-vault/proto/crypto/v1/register';
import { RotationsService } from '@pii-vault/proto/crypto/v1/rotations';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';

type World = CryptoWorld['world'];
type Caller = (world: World) => Ctx | Promise<Ctx>;

interface Row {
  readonly call: (crypto: CryptoWorld, ctx: Ctx) => Promise<unknown>;
  /** Callers that are allowed; the answer may be another error, but not a refusal of the caller. */
  readonly allowed: Readonly<Record<string, Caller>>;
  /** Callers refused with PERMISSION_DENIED. */
  readonly denied: Readonly<Record<string, Caller>>;
}

const service =
  (name: Parameters<World['asService']>[0], company?: number): Caller =>
  (world) =>
    world.asService(name, company);
const reader: Caller = (world) => world.as({ companies: { 1: ['pii:read', 'pii:reveal'] } });
const admin: Caller = (world) => world.as({ companies: { 1: ['encryption:manage'] } });
const superAdmin: Caller = (world) => world.as({ everywhere: ['encryption:manage'] });
const otherAdmin: Caller = (world) => world.as({ companies: { 2: ['encryption:manage'] } });

/** Callers that must never get a key of company 1. */
const notForCompanyOne = {
  'vault for another company': service('vault', 2),
  'vault for the system': service('vault'),
  'the gateway': service('gateway', 1),
  'an administrator': admin,
  'a super_admin': superAdmin,
};
const onlyVault = {
  allowed: { vault: service('vault', 1) },
  denied: { ...notForCompanyOne, lineage: service('lineage', 1), identity: service('identity', 1) },
};
const manages = {
  allowed: { 'an administrator': admin, 'a super_admin': superAdmin },
  denied: { 'a reader': reader, vault: service('vault', 1), gateway: service('gateway', 1) },
};
const company = { companyId: 1, versions: [] };
const page = { companyId: 1, limit: 0 };

const ROWS: Readonly<Record<string, Row>> = {
  openFieldKeys: { call: ({ keys }, ctx) => keys.openFieldKeys(ctx, company), ...onlyVault },
  openIndexKeys: {
    call: ({ keys }, ctx) =>
      keys.openIndexKeys(ctx, { scope: { $case: 'companyId', value: 1 }, versions: [] }),
    ...onlyVault,
  },
  openTextKeys: {
    call: ({ keys }, ctx) => keys.openTextKeys(ctx, company),
    allowed: {
      vault: service('vault', 1),
      lineage: service('lineage', 1),
      compliance: service('compliance', 1),
      tenancy: service('tenancy', 1),
      identity: service('identity', 1),
    },
    denied: { ...notForCompanyOne, audit: service('audit', 1) },
  },
  'openTextKeys of the deployment': {
    call: ({ keys }, ctx) => keys.openTextKeys(ctx, { companyId: 0, versions: [] }),
    allowed: { identity: service('identity') },
    denied: {
      'identity for a company': service('identity', 1),
      audit: service('audit'),
      'a super_admin': superAdmin,
    },
  },
  openStoreKeys: {
    call: ({ keys }, ctx) => keys.openStoreKeys(ctx, { versions: [] }),
    allowed: { lineage: service('lineage') },
    denied: {
      'lineage for a company': service('lineage', 1),
      vault: service('vault'),
      'a super_admin': superAdmin,
    },
  },
  openBackupKeys: { call: ({ keys }, ctx) => keys.openBackupKeys(ctx, company), ...onlyVault },
  'openBackupKeys of the deployment': {
    call: ({ keys }, ctx) => keys.openBackupKeys(ctx, { companyId: 0, versions: [] }),
    allowed: { vault: service('vault') },
    denied: {
      'vault for a company': service('vault', 1),
      lineage: service('lineage'),
      'a super_admin': superAdmin,
    },
  },
  findRewraps: {
    call: ({ keys }, ctx) => keys.findRewraps(ctx, { afterCompanyId: 0 }),
    allowed: { vault: service('vault') },
    denied: {
      'vault for a company': service('vault', 1),
      lineage: service('lineage'),
      'a super_admin': superAdmin,
    },
  },
  reportRewrap: {
    call: ({ keys }, ctx) =>
      keys.reportRewrap(ctx, {
        companyId: 1,
        activeVersion: 2,
        rewrapped: 1,
        perSecond: 1,
        left: [],
        blocked: false,
      }),
    ...onlyVault,
  },
  retireFieldKeyVersion: {
    call: ({ keys }, ctx) => keys.retireFieldKeyVersion(ctx, { companyId: 1, version: 1 }),
    ...onlyVault,
  },
  signToken: {
    call: ({ signing }, ctx) => signing.signToken(ctx, { signingInput: 'e30.e30' }),
    allowed: { identity: service('identity') },
    denied: { gateway: service('gateway'), vault: service('vault', 1), 'a super_admin': superAdmin },
  },
  getTokenKeys: {
    call: ({ signing }, ctx) => signing.getTokenKeys(ctx, {}),
    allowed: { gateway: service('gateway'), vault: service('vault', 1) },
    denied: { 'a super_admin': superAdmin },
  },
  signCheckpoint: {
    call: ({ signing }, ctx) => signing.signCheckpoint(ctx, { text: Buffer.from('x') }),
    allowed: { audit: service('audit') },
    denied: { identity: service('identity'), gateway: service('gateway'), 'a super_admin': superAdmin },
  },
  getCheckpointKey: {
    call: ({ signing }, ctx) => signing.getCheckpointKey(ctx, {}),
    allowed: { audit: service('audit') },
    denied: { gateway: service('gateway'), vault: service('vault'), 'a super_admin': superAdmin },
  },
  signCertificate: {
    call: ({ signing }, ctx) =>
      signing.signCertificate(ctx, { companyId: 1, statement: Buffer.from('{"companyId":1}') }),
    allowed: { vault: service('vault', 1) },
    denied: {
      'vault for another company': service('vault', 2),
      audit: service('audit', 1),
      gateway: service('gateway', 1),
      'a super_admin': superAdmin,
    },
  },
  keyStoreStatus: {
    call: ({ register }, ctx) => register.keyStoreStatus(ctx, {}),
    allowed: { 'any user': reader },
    denied: { vault: service('vault', 1), gateway: service('gateway') },
  },
  hsmStatus: { call: ({ register }, ctx) => register.hsmStatus(ctx, {}), ...manages },
  rotateKey: {
    call: ({ rotations }, ctx) => rotations.rotateKey(ctx, { companyId: 1, keyType: 'field' }),
    allowed: manages.allowed,
    denied: { ...manages.denied, 'an administrator of another company': otherAdmin },
  },
  getRotation: { call: ({ rotations }, ctx) => rotations.getRotation(ctx, { id: 1 }), ...manages },
  listRotations: {
    call: ({ rotations }, ctx) => rotations.listRotations(ctx, { companyId: 1, limit: 0 }),
    allowed: manages.allowed,
    denied: { ...manages.denied, 'an administrator of another company': otherAdmin },
  },
  deleteKey: { call: ({ rotations }, ctx) => rotations.deleteKey(ctx, { id: 1 }), ...manages },
  getKeyFacts: {
    call: ({ facts }, ctx) => facts.getKeyFacts(ctx, { companyId: 1 }),
    allowed: { compliance: service('compliance', 1), 'compliance for the system': service('compliance') },
    denied: {
      'compliance for another company': service('compliance', 2),
      vault: service('vault', 1),
      'a super_admin': superAdmin,
    },
  },
  companyKeyStats: {
    call: ({ register }, ctx) => register.companyKeyStats(ctx, { companyIds: [] }),
    allowed: { 'any user': reader },
    denied: { vault: service('vault', 1), gateway: service('gateway') },
  },
  listKeys: {
    call: ({ register }, ctx) => register.listKeys(ctx, page),
    allowed: { 'an administrator': admin, 'a super_admin': superAdmin },
    denied: {
      'a reader': reader,
      'an administrator of another company': otherAdmin,
      vault: service('vault', 1),
    },
  },
};

describe('authorisation', () => {
  let crypto: CryptoWorld;
  beforeAll(async () => {
    crypto = await bootCrypto();
  });
  afterAll(() => crypto.world.stop());

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'OK',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );

  it('has a row for every RPC', () => {
    const methods = [
      ...[KeysService, SigningService, RegisterService],
      ...[RotationsService, KeyFactsService],
    ].flatMap(Object.keys);
    const rows = new Set(Object.keys(ROWS).map((name) => name.split(' ')[0]));
    expect([...rows].sort()).toEqual(methods.sort());
  });

  it.each(Object.entries(ROWS))('%s', async (_rpc, { call, allowed, denied }) => {
    for (const [who, ctx] of await crypto.world.refused({ everywhere: ['encryption:manage'] }))
      expect([who, await codeOf(call(crypto, ctx))]).toEqual([who, 'UNAUTHENTICATED']);
    for (const [who, caller] of Object.entries(denied))
      expect([who, await codeOf(call(crypto, await caller(crypto.world)))]).toEqual([
        who,
        'PERMISSION_DENIED',
      ]);
    for (const [who, caller] of Object.entries(allowed))
      expect(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'INTERNAL'], who).not.toContain(
        await codeOf(call(crypto, await caller(crypto.world))),
      );
  });
});
