import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import { fallbackIfUnavailable } from '../wire/optional-response.ts';

export interface VerifiedSameDeps {
  readonly linkFacts: Pick<Clients['linkFacts'], 'listVerifiedSame'>;
  readonly self: () => Ctx;
}

/**
 * The other records of the company that are verified as the same person. The gateway asks for itself, because a caller
 * who may erase or withdraw need not be allowed to read links; answer the caller only after the vault has accepted the
 * call. Null while lineage is unavailable: an erasure does not wait for it.
 */
export async function verifiedSame(
  { linkFacts, self }: VerifiedSameDeps,
  companyId: number,
  individualId: number,
): Promise<number[] | null> {
  const asked = linkFacts.listVerifiedSame(self(), { companyId, individualId });
  const answer = await fallbackIfUnavailable<{ readonly individualIds: readonly number[] } | null>(
    asked,
    null,
  );
  return answer === null ? null : [...answer.individualIds];
}
