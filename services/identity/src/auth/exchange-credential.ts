import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { INTERNAL_TOKEN_TYPE } from '@pii-vault/platform/rpc/tokens/internal-token';
import type { CompanyDirectory } from '../accounts/companies/company-directory.ts';
import { loadPowers } from '../accounts/roles/load-powers.ts';
import { NO_POWERS, type Powers, withErasure } from '../accounts/roles/powers.ts';
import type { Holder } from '../accounts/roles/role-store.ts';
import { MAX_SIGNING_INPUT, signingInputSize, type TokenSigner } from '../credentials/tokens/token-signer.ts';
import { companyRequired } from '../errors.ts';
import { delegatedPowers } from '../sessions/delegation.ts';
import {
  type CredentialOwner,
  type CredentialOwnerDeps,
  credentialOwner,
  type PresentedCredential,
} from './credential-owner.ts';
import { internalClaims } from './internal-claims.ts';

export interface ExchangeDeps extends CredentialOwnerDeps {
  readonly signer: Pick<TokenSigner, 'sign' | 'verifyKeys'>;
  readonly companies: CompanyDirectory;
}

export interface ExchangeInput extends PresentedCredential {
  /** Undefined: every company of the caller. */
  readonly companyId: number | undefined;
}

export interface Exchanged {
  readonly token: string;
  readonly expiresAt: Date;
  readonly owner: CredentialOwner;
  readonly powers: Powers;
  readonly companyIds: readonly number[];
}

/**
 * Exchanges an external credential for the internal token that services accept.
 * @throws AppError UNAUTHENTICATED, FAILED_PRECONDITION COMPANY_REQUIRED (all companies do not fit)
 */
export function exchangeCredential(deps: ExchangeDeps) {
  const ownerOf = credentialOwner(deps);
  return async (ctx: Ctx, input: ExchangeInput): Promise<Exchanged> => {
    const owner = await ownerOf(input);
    const powers = await powersOfOwner(deps, ctx, owner, input.companyId);
    const { claims, companyIds, expiresAt } = internalClaims({
      userId: owner.holder.id,
      sessionId: owner.sessionId,
      clientId: owner.clientId,
      actorUserId: owner.delegated?.actor.id,
      provenAt: owner.provenAt,
      lacks: owner.lacks,
      clientMadeBy: owner.clientMadeBy,
      clientSecretChange: owner.clientSecretChange,
      powers,
      companyId: input.companyId,
      now: deps.now(),
      notAfter: owner.notAfter,
    });
    if (signingInputSize(claims) > MAX_SIGNING_INPUT) throw companyRequired();
    const token = await deps.signer.sign(INTERNAL_TOKEN_TYPE, claims);
    return { token, expiresAt: new Date(expiresAt), owner, powers, companyIds };
  };
}

async function powersOfOwner(
  deps: ExchangeDeps,
  ctx: Ctx,
  { holder, delegated, lacks, mayErase }: CredentialOwner,
  companyId: number | undefined,
): Promise<Powers> {
  if (lacks !== undefined) return NO_POWERS;
  if (delegated === undefined) {
    const powers = await powersFor(deps, ctx, holder, companyId);
    return mayErase ? withErasure(powers) : powers;
  }
  const { delegation, actor } = delegated;
  const subject = await powersFor(deps, ctx, holder, delegation.companyId);
  return delegatedPowers(delegation, subject, await powersFor(deps, ctx, actor, delegation.companyId));
}

// For one named company of a user with all companies, asks tenancy about that one instead of the whole list.
function powersFor(
  deps: ExchangeDeps,
  ctx: Ctx,
  holder: Holder,
  companyId: number | undefined,
): Promise<Powers> {
  const companies = {
    all: async (forCtx: Ctx) => {
      if (companyId === undefined) return deps.companies.all(forCtx);
      return (await deps.companies.exists(forCtx, companyId)) ? [companyId] : [];
    },
  };
  return loadPowers({ db: deps.db, companies })(ctx, holder);
}
