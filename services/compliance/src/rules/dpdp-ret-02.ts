import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Section 8(7)(a): data goes when consent is withdrawn or its purpose is served. A further purpose of the same consent
 * is what holds it.
 */
export const erasedWhenDue: Rule = {
  id: 'DPDP-RET-02',
  checkType: 'erased_when_due',
  title: 'Data is erased when it is due',
  reference: 'DPDP Act, 2023, s.8(7)(a)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ remote: { data } }: Facts): Finding {
  if (data === undefined) return unknown(reason('DUE_UNREAD'));
  const { fields, fieldsPastRetention: expired, fieldsWithoutPurpose: ended, sealed } = data;
  if (fields + sealed === 0) return unknown(reason('NO_DATA'));
  const due = Math.min(fields, expired + ended);
  return {
    ...byShare(fields - due, fields),
    reasons: [
      due === 0 ? reason('NOTHING_OVERDUE', { fields }) : reason('FIELDS_OVERDUE', { expired, ended }),
    ],
    evidence: evidenceOf({ fields, fieldsPastRetention: expired, fieldsWithoutPurpose: ended, sealed }),
    recommendations:
      due === 0 ? [] : ['Delete these fields, or register the law that requires them as a purpose.'],
  };
}
