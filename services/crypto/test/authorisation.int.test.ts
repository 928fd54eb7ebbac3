import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';

type ServiceName = Parameters<CryptoWorld['world']['asService']>[0];
/** A service and the company of its token; none: a token of the system. */
type Caller = readonly [service: ServiceName, company?: number];

interface Row {
  readonly call: (crypto: CryptoWorld, ctx: Ctx) => Promise<unknown>;
  readonly allowed: readonly Caller[];
  /** Refused with PERMISSION_DENIED. */
  readonly denied: readonly Caller[];
}

const company = { companyId: 1, versions: [] };
const deployment = { companyId: 0, versions: [] };
const forCompany = {
  allowed: [['vault', 1]],
  denied: [['vault', 2], ['vault']],
} as const satisfies Partial<Row>;

/**
 * The company of the token decides about a key, beyond the rule of the RPC, which admits a token of the system for
 * every company and a token of a company for the system. permissions.test.ts has the rules of all RPCs.
 */
const ROWS: Readonly<Record<string, Row>> = {
  openFieldKeys: { call: ({ keys }, ctx) => keys.openFieldKeys(ctx, company), ...forCompany },
  openIndexKeys: {
    call: ({ keys }, ctx) =>
      keys.openIndexKeys(ctx, { scope: { $case: 'companyId', value: 1 }, versions: [] }),
    ...forCompany,
  },
  openTextKeys: {
    call: ({ keys }, ctx) => keys.openTextKeys(ctx, company),
    allowed: [
      ['vault', 1],
      ['identity', 1],
    ],
    denied: [['vault', 2], ['vault'], ['identity']],
  },
  'openTextKeys of the deployment': {
    call: ({ keys }, ctx) => keys.openTextKeys(ctx, deployment),
    allowed: [['identity']],
    denied: [['identity', 1]],
  },
  openStoreKeys: {
    call: ({ keys }, ctx) => keys.openStoreKeys(ctx, { versions: [] }),
    allowed: [['lineage']],
    denied: [['lineage', 1]],
  },
  openBackupKeys: { call: ({ keys }, ctx) => keys.openBackupKeys(ctx, company), ...forCompany },
  'openBackupKeys of the deployment': {
    call: ({ keys }, ctx) => keys.openBackupKeys(ctx, deployment),
    allowed: [['vault']],
    denied: [['vault', 1]],
  },
  findRewraps: {
    call: ({ keys }, ctx) => keys.findRewraps(ctx, { afterCompanyId: 0 }),
    allowed: [['vault']],
    denied: [['vault', 1]],
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
    ...forCompany,
  },
  retireFieldKeyVersion: {
    call: ({ keys }, ctx) => keys.retireFieldKeyVersion(ctx, { companyId: 1, version: 1 }),
    ...forCompany,
  },
};

describe('the company of the token', () => {
  let crypto: CryptoWorld;
  beforeAll(async () => {
    crypto = await bootCrypto();
  });
  afterAll(() => crypto.world.stop());

  it.each(Object.entries(ROWS))('decides about %s', async (_rpc, { call, allowed, denied }) => {
    const codeFor = ([service, of]: Caller) =>
      call(crypto, crypto.world.asService(service, of)).then(
        () => 'OK',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
    for (const caller of denied)
      expect([caller, await codeFor(caller)]).toEqual([caller, 'PERMISSION_DENIED']);
    // An allowed caller may get another error, about a missing key or version.
    for (const caller of allowed)
      expect(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'INTERNAL'], `${caller}`).not.toContain(
        await codeFor(caller),
      );
  });
});
