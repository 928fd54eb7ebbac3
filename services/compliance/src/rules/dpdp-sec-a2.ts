import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Rule 6(1)(a): encryption is worth what its keys are: masters in an HSM or KMS, replaced on schedule, nothing left on
 * old ones.
 */
export const keyCustody: Rule = {
  id: 'DPDP-SEC-A2',
  checkType: 'key_custody',
  title: 'Keys are kept safe and are not old',
  reference: 'DPDP Rules, 2025, Rule 6(1)(a)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ remote: { keys } }: Facts): Finding {
  if (keys === undefined) return unknown(reason('KEYS_UNREAD'));
  const { protection, storeStatus, activeKeys, overdueKeys, scheduleDays, rowsOnRetired } = keys;
  if (activeKeys === 0) return unknown(reason('NO_KEY'));
  const evidence = evidenceOf({
    protection,
    storeStatus,
    activeKeys,
    overdueKeys,
    scheduleDays,
    rowsOnRetired,
  });
  const faults = [
    ...(protection === 'software' ? ['Master keys are stored in files: move them to an HSM or a KMS.'] : []),
    ...(overdueKeys > 0 ? ['Rotate the keys that are older than their schedule.'] : []),
    ...(rowsOnRetired > 0 ? ['Find out why rows are still encrypted under replaced keys.'] : []),
  ];
  return {
    ...byShare(3 - faults.length, 3),
    reasons: [
      faults.length === 0
        ? reason('KEYS_IN_CUSTODY', { activeKeys, protection })
        : reason('KEYS_FAULTY', { protection, overdueKeys, activeKeys, rowsOnRetired }),
    ],
    evidence,
    recommendations: faults,
  };
}
