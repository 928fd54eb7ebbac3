import { describe, expect, it } from 'vitest';
import { createAuthenticate } from './authenticate.ts';
import type { InternalTokens, Session } from './internal-tokens.ts';

const caller: Session['caller'] = {
  kind: 'user',
  userId: 1,
  sessionId: 's',
  clientId: undefined,
  actorUserId: undefined,
  isSuperAdmin: false,
  everywhere: new Set(),
  companies: new Map(),
};

/** Each exchange gives the next version of the roles; then liveness finds the one of `found` at the same place. */
function authenticate(found: readonly (number | undefined)[]) {
  let exchanges = 0;
  const tokens: InternalTokens = {
    get: async () => ({
      ...{ token: 't', caller, primaryCompanyId: undefined, exchangedAt: 0 },
      ref: { kind: 'session', id: 's' },
      roleVersion: ++exchanges,
    }),
    drop: () => undefined,
    dropClientsOf: () => undefined,
  };
  const liveness = {
    seen: () => undefined,
    check: async () => found[exchanges - 1],
    used: () => undefined,
    refresh: async () => undefined,
  };
  const options = { company: 'all' as const, isReveal: false, isPassive: false, needsProof: false };
  return createAuthenticate(tokens, liveness)({ bearer: 'b', contextCookie: '' }, options);
}

describe('a credential', () => {
  it('is accepted when its roles stop changing', async () => {
    expect(await authenticate([1])).toMatchObject({ roleVersion: 1 });
    expect(await authenticate([2, 3, 4, 4])).toMatchObject({ roleVersion: 4 });
  });

  it('whose roles keep changing is asked to try again, and stays signed in', async () => {
    await expect(authenticate([2, 3, 4, 5, 6, 7])).rejects.toMatchObject({ reason: 'ROLES_CHANGE' });
  });

  it('that has ended is refused', async () => {
    await expect(authenticate([undefined, undefined, 3])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
