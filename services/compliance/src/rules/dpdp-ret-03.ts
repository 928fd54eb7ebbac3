import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 8(3): personal data, traffic data and logs are kept for a year at least. */
export const oneYearFloor: Rule = {
  id: 'DPDP-RET-03',
  checkType: 'one_year_floor',
  title: 'Nothing is destroyed before the floor',
  reference: 'DPDP Rules, 2025, Rule 8(3)',
  ...DPDP_RULES_2025,
  evaluate,
};

const FLOOR_DAYS = 365;

function evaluate({ remote: { data } }: Facts): Finding {
  if (data === undefined) return unknown(reason('DESTROYED_UNREAD'));
  const { floorDays, sealedShort, shredded, shreddedEarly } = data;
  const evidence = evidenceOf({ floorDays, shredded, shreddedEarly, sealedForLessThanAYear: sealedShort });
  if (shreddedEarly + sealedShort > 0)
    return {
      status: 'violation',
      score: (100 * (shredded - shreddedEarly)) / (shredded + sealedShort),
      reasons: [reason('DESTROYED_EARLY', { shreddedEarly, sealedShort })],
      evidence,
      recommendations: [`Set the retention floor of this company to ${FLOOR_DAYS} days.`],
    };
  if (floorDays < FLOOR_DAYS)
    return {
      status: 'warning',
      score: 75,
      reasons: [reason('FLOOR_LOW', { floorDays })],
      evidence,
      recommendations: [`Set the retention floor of this company to ${FLOOR_DAYS} days.`],
    };
  return compliant(reason('FLOOR_KEPT', { floorDays }), evidence);
}
