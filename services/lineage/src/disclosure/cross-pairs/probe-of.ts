import type { Probe, Spender } from '../probes/probes-store.ts';
import type { CrossPair } from './cross-pairs-store.ts';

/**
 * The probe with which a pair is charged: by its own record, the credential's company learns about the other company.
 */
export function probeOf({ agreementId, lo, hi }: CrossPair, { companyId, credential }: Spender): Probe {
  const [own, other] = lo.companyId === companyId ? [lo, hi] : [hi, lo];
  const { individualId } = own;
  return { companyId, otherCompanyId: other.companyId, agreementId, credential, individualId };
}
