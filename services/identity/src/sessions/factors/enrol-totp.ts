import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { openText, sealText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { factorName } from '../../accounts/factor.ts';
import { findUser } from '../../accounts/user-store.ts';
import { challengeOver, wrongFactor } from '../../errors.ts';
import { type AddedFactor, type AddFactorDeps, addFactor, refuseMoreFactors } from './add-factor.ts';
import { findTotpSecret, keepTotpSecret, TOTP_ENROLMENT_LIFE_MS, takeTotpSecret } from './challenge-store.ts';
import { insertTotp } from './factor-store.ts';
import { ownSession } from './own-session.ts';
import { type NewTotp, newTotp, stepOf } from './totp.ts';
import { totpPlace } from './verify-factor.ts';

export interface EnrolTotpDeps extends AddFactorDeps {
  readonly textKeys: Pick<TextKeys, 'active' | 'version'>;
}

/**
 * A new secret for an authenticator app; it counts only after its first code. @throws AppError NO_SESSION,
 * TOO_MANY_FACTORS
 */
export function beginTotp({ db, textKeys, now }: EnrolTotpDeps) {
  return async (ctx: Ctx): Promise<NewTotp> => {
    const place = ownSession(ctx);
    const user = await db.system(async (tx) => {
      await refuseMoreFactors(tx, place.userId);
      return findUser(tx, place.userId);
    });
    if (user === undefined) throw unauthenticated();
    const made = newTotp(user.email);
    const secretId = randomUUID();
    const secret = await sealText(textKeys, totpPlace(user.id, secretId), made.secret);
    const expiresAt = new Date(now() + TOTP_ENROLMENT_LIFE_MS);
    await db.system((tx) => keepTotpSecret(tx, place, { secretId, secret }, expiresAt));
    return made;
  };
}

/**
 * Adds the app after a correct first code, which cannot be used again. @throws AppError NO_SESSION,
 * INVALID_FACTOR_NAME, CHALLENGE_OVER, WRONG_FACTOR, TOO_MANY_FACTORS
 */
export function finishTotp(deps: EnrolTotpDeps) {
  const add = addFactor(deps);
  return async (ctx: Ctx, input: { code: string; name: string }): Promise<AddedFactor> => {
    const place = ownSession(ctx);
    const name = factorName(input.name);
    const now = deps.now();
    const kept = await deps.db.system((tx) => findTotpSecret(tx, place, new Date(now)));
    if (kept === undefined) throw challengeOver();
    const { secretId, secret } = kept;
    const plain = await openText(deps.textKeys, totpPlace(place.userId, secretId), secret);
    const step = stepOf(plain, input.code, now);
    if (step === undefined) throw wrongFactor();
    return add(ctx, place, async (tx, createdAt) => {
      if (!(await takeTotpSecret(tx, place, secretId))) throw challengeOver();
      return insertTotp(tx, { userId: place.userId, name, createdAt, secretId, secret, step });
    });
  };
}
