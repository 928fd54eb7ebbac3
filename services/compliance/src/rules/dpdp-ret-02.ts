import type { Facts } from '../facts/facts.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Section 8(7)(a): data goes when consent is withdrawn or its purpose is served. A further purpose of the same consent is what holds it. */
export const erasedWhenDue: Rule = {
  id: 'DPDP-RET-02',
  regulationType: 'dpdp',
  checkType: 'erased_when_due',
  title: 'Data is erased when it is due',
  reference: 'DPDP Act, 2023, s.8(7)(a)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ told: { data } }: Facts): Finding {
  if (data === undefined) return unknown('The vault could not count what is due.');
  const { fields, fieldsPastRetention: expired, fieldsWithoutPurpose: ended, sealed } = data;
  if (fields + sealed === 0) return unknown('No personal data is stored yet.');
  const due = Math.min(fields, expired + ended);
  return {
    ...byShare(fields - due, fields),
    details:
      due === 0
        ? `None of ${fields} fields is kept past its retention or without a purpose.`
        : `${expired} fields are kept past their retention and ${ended} though every purpose ended over 30 days ago.`,
    evidence: evidenceOf({ fields, fieldsPastRetention: expired, fieldsWithoutPurpose: ended, sealed }),
    recommendations:
      due === 0 ? [] : ['Delete these fields, or register the law that holds them as a purpose.'],
  };
}
