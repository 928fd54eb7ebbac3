import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { Factor } from '../../accounts/factor.ts';
import { findHolder } from '../../accounts/roles/role-store.ts';
import { findUser } from '../../accounts/user-store.ts';
import type { MustHaveFactor } from './factor-policy.ts';
import { listFactors } from './factor-store.ts';
import { ownSession } from './own-session.ts';
import { countRecoveryCodes } from './recovery-code-store.ts';

export interface ListFactorsDeps {
  readonly db: Pick<Database, 'system' | 'tenant'>;
  readonly mustHaveFactor: MustHaveFactor;
}

export interface FactorsOfUser {
  readonly factors: readonly Factor[];
  readonly recoveryCodesLeft: number;
  readonly required: boolean;
}

/** Proofs that POST /auth/confirm accepts from a user. */
export type ProofKind = 'totp' | 'passkey' | 'password';

/** @throws AppError NO_SESSION */
export function listOwnFactors({ db, mustHaveFactor }: ListFactorsDeps) {
  return async (ctx: Ctx): Promise<FactorsOfUser & { readonly proofs: readonly ProofKind[] }> => {
    const { userId } = ownSession(ctx);
    const listed = await db.system((tx) => factorsOf(tx, userId, mustHaveFactor));
    return { ...listed, proofs: proofsOf(listed) };
  };
}

/** Factors of a user that the caller sees. @throws AppError NOT_FOUND */
export function listUserFactors({ db, mustHaveFactor }: ListFactorsDeps) {
  return async (ctx: Ctx, userId: number): Promise<FactorsOfUser> => {
    const scope = scopeWith(ctx.caller, 'users:manage');
    if ((await db.tenant(scope, (tx) => findUser(tx, userId))) === undefined) throw notFound();
    return db.system((tx) => factorsOf(tx, userId, mustHaveFactor));
  };
}

async function factorsOf(tx: Tx, userId: number, mustHave: MustHaveFactor): Promise<FactorsOfUser> {
  const holder = await findHolder(tx, userId);
  return {
    factors: await listFactors(tx, userId),
    recoveryCodesLeft: await countRecoveryCodes(tx, userId),
    required: holder !== undefined && (await mustHave(tx, holder)),
  };
}

/** The password counts unless the user must have a factor and has one. */
function proofsOf({ factors, required }: FactorsOfUser): ProofKind[] {
  const kinds = (['passkey', 'totp'] as const).filter((kind) => factors.some((own) => own.kind === kind));
  return required && kinds.length > 0 ? kinds : [...kinds, 'password'];
}
