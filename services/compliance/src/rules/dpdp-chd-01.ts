import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Section 9 and Rule 10: verifiable consent of a parent or lawful guardian, judged by dates of birth found at random.
 */
export const childrenProtected: Rule = {
  id: 'DPDP-CHD-01',
  checkType: 'children',
  title: 'Children have verified parental consent',
  reference: 'DPDP Act, 2023, s.9, Rule 10',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ remote }: Facts): Finding {
  if (remote.children === undefined) return unknown(reason('BIRTHS_UNREAD'));
  const { sampled, children, childrenWithoutGuardian: missing } = remote.children;
  if (sampled === 0) return unknown(reason('NO_BIRTH'));
  return {
    ...byShare(children - missing, children),
    reasons: [
      missing === 0
        ? reason('CHILDREN_GUARDED', { sampled, children })
        : reason('CHILDREN_UNGUARDED', { sampled, children, missing }),
    ],
    evidence: evidenceOf({ peopleSampled: sampled, children, childrenWithoutGuardian: missing }),
    recommendations:
      missing === 0 ? [] : ['Ask the guardians for consent, or erase the data of these children.'],
  };
}
