import type { Probe, Spender } from '../probes/probes-store.ts';
import type { CrossPair } from './cross-pairs-store.ts';

/** What a pair is charged as: the credential's company learns of the other one by its own record. */
export function probeOf({ agreementId, lo, hi }: CrossPair, { companyId, credential }: Spender): Probe {
  const [own, other] = lo.companyId === companyId ? [lo, hi] : [hi, lo];
  const { individualId } = own;
  return { companyId, otherCompanyId: other.companyId, agreementId, credential, individualId };
}
