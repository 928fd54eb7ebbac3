import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { factorName } from '../../accounts/factor.ts';
import { findUser } from '../../accounts/user-store.ts';
import { challengeOver, noFactor, passkeyExists } from '../../errors.ts';
import { type AddedFactor, type AddFactorDeps, addFactor, refuseMoreFactors } from './add-factor.ts';
import { CHALLENGE_LIFE_MS, keepChallenge, takeChallenge } from './challenge-store.ts';
import { insertPasskey, listPasskeys } from './factor-store.ts';
import { ownSession } from './own-session.ts';
import type { RelyingParty } from './relying-party.ts';

export interface PasskeyDeps extends AddFactorDeps {
  readonly party: Pick<RelyingParty, 'registration' | 'registered' | 'assertion'>;
}

/** Options for navigator.credentials.create, as JSON. @throws AppError NO_SESSION, TOO_MANY_FACTORS */
export function beginPasskey({ db, party, now }: PasskeyDeps) {
  return async (ctx: Ctx): Promise<string> => {
    const place = ownSession(ctx);
    const [user, kept] = await db.system(async (tx) => {
      await refuseMoreFactors(tx, place.userId);
      return [await findUser(tx, place.userId), await listPasskeys(tx, place.userId)] as const;
    });
    if (user === undefined) throw unauthenticated();
    const options = await party.registration(user, kept);
    const expiresAt = new Date(now() + CHALLENGE_LIFE_MS);
    await db.system((tx) => keepChallenge(tx, place, 'enrol_passkey', options.challenge, expiresAt));
    return JSON.stringify(options);
  };
}

/** @throws AppError NO_SESSION, INVALID_FACTOR_NAME, CHALLENGE_OVER, WRONG_FACTOR, PASSKEY_EXISTS, TOO_MANY_FACTORS */
export function finishPasskey(deps: PasskeyDeps) {
  const add = addFactor(deps);
  return async (ctx: Ctx, input: { response: string; name: string }): Promise<AddedFactor> => {
    const place = ownSession(ctx);
    const name = factorName(input.name);
    const at = new Date(deps.now());
    const challenge = await deps.db.system((tx) => takeChallenge(tx, place, 'enrol_passkey', at));
    if (challenge === undefined) throw challengeOver();
    const passkey = await deps.party.registered(input.response, challenge);
    return add(ctx, place, async (tx, createdAt) => {
      const { userId } = place;
      const factor = await insertPasskey(tx, { userId, name, createdAt, ...passkey });
      if (factor === undefined) throw passkeyExists();
      return factor;
    });
  };
}

/** Options for navigator.credentials.get with the caller's passkeys, as JSON. @throws AppError NO_SESSION, NO_FACTOR */
export function beginAssertion({ db, party, now }: PasskeyDeps) {
  return async (ctx: Ctx): Promise<string> => {
    const place = ownSession(ctx);
    const kept = await db.system((tx) => listPasskeys(tx, place.userId));
    if (kept.length === 0) throw noFactor();
    const options = await party.assertion(kept);
    const expiresAt = new Date(now() + CHALLENGE_LIFE_MS);
    await db.system((tx) => keepChallenge(tx, place, 'assert_passkey', options.challenge, expiresAt));
    return JSON.stringify(options);
  };
}
