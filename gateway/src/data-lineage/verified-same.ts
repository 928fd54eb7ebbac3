import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { SameRecords } from '@pii-vault/proto/vault/v1/erasures';
import type { Clients } from '../clients.ts';
import { fallbackIfUnavailable } from '../wire/optional-response.ts';

export interface VerifiedSameDeps {
  readonly linkFacts: Pick<Clients['linkFacts'], 'listVerifiedSame'>;
  readonly self: () => Ctx;
}

/**
 * The other records of the company that are verified as the same person. The gateway asks for itself, because a caller
 * who may erase or withdraw need not be allowed to read links; answer the caller only after the vault has accepted the
 * call. Undefined while lineage is unavailable: an erasure does not wait for it.
 */
export function verifiedSame(
  { linkFacts, self }: VerifiedSameDeps,
  companyId: number,
  individualId: number,
): Promise<SameRecords | undefined> {
  const asked = linkFacts.listVerifiedSame(self(), { companyId, individualId });
  const same = asked.then(({ individualIds: values }) => ({ values }));
  return fallbackIfUnavailable<SameRecords | undefined>(same, undefined);
}
