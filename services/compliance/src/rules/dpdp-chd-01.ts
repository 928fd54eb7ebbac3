import type { Facts } from '../facts/facts.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Section 9 and Rule 10: verifiable consent of a parent or lawful guardian, judged by dates of birth found at random. */
export const childrenProtected: Rule = {
  id: 'DPDP-CHD-01',
  regulationType: 'dpdp',
  checkType: 'children',
  title: 'Children have verified parental consent',
  reference: 'DPDP Act, 2023, s.9, Rule 10',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ told }: Facts): Finding {
  if (told.children === undefined) return unknown('The dates of birth could not be sampled.');
  const { sampled, children, childrenWithoutGuardian: missing } = told.children;
  if (sampled === 0) return unknown('No date of birth is stored, so nobody is known to be a child.');
  return {
    ...byShare(children - missing, children),
    details:
      missing === 0
        ? `Of ${sampled} people sampled ${children} are children, all with the consent of a verified guardian.`
        : `Of ${sampled} people sampled ${children} are children, ${missing} of them without the consent of a verified guardian.`,
    evidence: evidenceOf({ peopleSampled: sampled, children, childrenWithoutGuardian: missing }),
    recommendations:
      missing === 0 ? [] : ['Ask the guardians (channel `guardian`), or erase the data of these children.'],
  };
}
