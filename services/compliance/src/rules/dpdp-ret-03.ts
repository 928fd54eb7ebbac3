import type { Facts } from '../facts/facts.ts';
import { DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 8(3): personal data, traffic data and logs are kept for a year at least. */
export const oneYearFloor: Rule = {
  id: 'DPDP-RET-03',
  regulationType: 'dpdp',
  checkType: 'one_year_floor',
  title: 'Nothing is destroyed before the floor',
  reference: 'DPDP Rules, 2025, Rule 8(3)',
  ...DPDP_RULES_2025,
  evaluate,
};

const FLOOR_DAYS = 365;

function evaluate({ told: { data } }: Facts): Finding {
  if (data === undefined) return unknown('The vault could not count what was destroyed.');
  const { floorDays, sealedShort, shredded, shreddedEarly } = data;
  const evidence = evidenceOf({ floorDays, shredded, shreddedEarly, sealedForLessThanAYear: sealedShort });
  if (shreddedEarly + sealedShort > 0)
    return {
      status: 'violation',
      score: (100 * (shredded - shreddedEarly)) / (shredded + sealedShort),
      details: `${shreddedEarly} people were destroyed within a year of their erasure, and ${sealedShort} sealed entries are to be.`,
      evidence,
      recommendations: [`Set the retention floor of this company to ${FLOOR_DAYS} days.`],
    };
  if (floorDays < FLOOR_DAYS)
    return {
      status: 'warning',
      score: 75,
      details: `Nothing was destroyed early, but the floor is set to ${floorDays} days.`,
      evidence,
      recommendations: [`Set the retention floor of this company to ${FLOOR_DAYS} days.`],
    };
  return {
    status: 'compliant',
    score: 100,
    details: `Nothing was destroyed within a year of its erasure; the floor is ${floorDays} days.`,
    evidence,
    recommendations: [],
  };
}
