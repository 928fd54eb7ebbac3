import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, type Finding, named, type Rule, unknown } from './rule.ts';

/**
 * Section 8(7): data is erased when its purpose is served, so each purpose needs a period and an event it runs from.
 */
export const retentionPerPurpose: Rule = {
  id: 'DPDP-RET-01',
  checkType: 'retention_rule',
  title: 'Every purpose has a retention period and an end event',
  reference: 'DPDP Act, 2023, s.8(7)',
  ...DPDP_ACT_2023,
  evaluate: retentionFinding,
};

/** What the newest notices say of retention; other laws ask for the same. */
export function retentionFinding({ registers }: Facts): Finding {
  if (registers === undefined) return unknown(reason('PURPOSES_UNREAD'));
  const { purposes, withoutRetention } = registers.purposes;
  if (purposes.length === 0) return unknown(reason('NO_PURPOSE'), ['Register the purposes.']);
  const missing = withoutRetention.length;
  return {
    ...byShare(purposes.length - missing, purposes.length),
    reasons: [
      missing === 0
        ? reason('RETENTION_SET', { purposes: purposes.length })
        : reason('RETENTION_MISSING', { missing, purposes: purposes.length }),
    ],
    evidence: [
      { name: 'purposes', value: String(purposes.length) },
      { name: 'purposesWithoutRetention', value: named(withoutRetention) },
    ],
    recommendations: missing === 0 ? [] : ['Publish a notice version with a period and an end event.'],
  };
}
