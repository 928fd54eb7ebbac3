import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, type Finding, named, type Rule, unknown } from './rule.ts';

/** Sections 4 and 7: processing rests on consent or on a listed use; the register admits nothing else. */
export const lawfulBasisNamed: Rule = {
  id: 'DPDP-CON-06',
  checkType: 'lawful_basis',
  title: 'Every purpose names its lawful basis',
  reference: 'DPDP Act, 2023, s.4, s.7',
  ...DPDP_ACT_2023,
  evaluate: basisFinding,
};

/** Which purposes name consent or a listed use; other laws ask for the same. */
export function basisFinding({ registers }: Facts): Finding {
  if (registers === undefined) return unknown(reason('PURPOSES_UNREAD'));
  const { purposes, withoutBasis } = registers.purposes;
  if (purposes.length === 0) return unknown(reason('NO_PURPOSE'), ['Register the purposes.']);
  const missing = withoutBasis.length;
  return {
    ...byShare(purposes.length - missing, purposes.length),
    reasons: [
      missing === 0
        ? reason('BASIS_NAMED', { purposes: purposes.length })
        : reason('BASIS_MISSING', { missing, purposes: purposes.length }),
    ],
    evidence: [
      { name: 'purposes', value: String(purposes.length) },
      { name: 'purposesWithoutBasis', value: named(withoutBasis) },
    ],
    recommendations:
      missing === 0 ? [] : ['State the lawful basis of each purpose, or stop processing for it.'],
  };
}
