import { openText, type TextPlace } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { DEPLOYMENT_TEXTS, type TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { FactorProof } from '../../accounts/factor.ts';
import { challengeOver, wrongFactor } from '../../errors.ts';
import { type ChallengePlace, takeChallenge } from './challenge-store.ts';
import { listPasskeys, listTotps, takeCounter, takeStep } from './factor-store.ts';
import { recoveryCodeDigest } from './recovery-code.ts';
import { takeRecoveryCode } from './recovery-code-store.ts';
import type { RelyingParty } from './relying-party.ts';
import { stepOf } from './totp.ts';

export interface VerifyFactorDeps {
  readonly db: Pick<Database, 'system'>;
  readonly textKeys: Pick<TextKeys, 'version'>;
  readonly party: Pick<RelyingParty, 'asserted'>;
  readonly now: () => number;
}

/** AAD of the secret of an authenticator app. */
export function totpPlace(userId: number, secretId: string): TextPlace {
  return { companyId: DEPLOYMENT_TEXTS, kind: 'identity totp secret 1', parts: [String(userId), secretId] };
}

/**
 * Verifies a proof of a user's second factor, once: a code, challenge or recovery code cannot be used again.
 * @throws AppError WRONG_FACTOR, CHALLENGE_OVER
 */
export function verifyFactor(deps: VerifyFactorDeps) {
  return async (place: ChallengePlace, proof: FactorProof): Promise<void> => {
    if (proof.kind === 'passkey') return verifyPasskey(deps, place, proof.response);
    const { userId } = place;
    const isRight =
      proof.kind === 'totp'
        ? await takeTotp(deps, userId, proof.code)
        : await deps.db.system((tx) => takeRecoveryCode(tx, userId, recoveryCodeDigest(userId, proof.code)));
    if (!isRight) throw wrongFactor();
  };
}
export type VerifyFactor = ReturnType<typeof verifyFactor>;

async function takeTotp(
  { db, textKeys, now }: VerifyFactorDeps,
  userId: number,
  code: string,
): Promise<boolean> {
  const at = now();
  for (const { id, secretId, secret } of await db.system((tx) => listTotps(tx, userId))) {
    const step = stepOf(await openText(textKeys, totpPlace(userId, secretId), secret), code, at);
    if (step !== undefined && (await db.system((tx) => takeStep(tx, id, step, new Date(at))))) return true;
  }
  return false;
}

async function verifyPasskey(
  { db, party, now }: VerifyFactorDeps,
  place: ChallengePlace,
  response: string,
): Promise<void> {
  const at = new Date(now());
  // Committed before the answer is checked: a wrong answer uses it up, too.
  const challenge = await db.system((tx) => takeChallenge(tx, place, 'assert_passkey', at));
  if (challenge === undefined) throw challengeOver();
  const kept = await db.system((tx) => listPasskeys(tx, place.userId));
  const { passkey, counter } = await party.asserted(response, challenge, kept);
  if (!(await db.system((tx) => takeCounter(tx, passkey.id, counter, at)))) throw wrongFactor();
}
