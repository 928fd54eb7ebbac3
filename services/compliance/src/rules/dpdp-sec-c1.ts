import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, DPDP_RULES_2025, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Rule 6(1)(c): visibility on the accessing of personal data through logs. The vault counts what it decrypts,
 * apart from the trail; both have to come to the same number.
 */
export const everyRevealLogged: Rule = {
  id: 'DPDP-SEC-C1',
  checkType: 'reveal_logging',
  title: 'Every reveal is logged',
  reference: 'DPDP Rules, 2025, Rule 6(1)(c)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ reveals }: Facts): Finding {
  if (reveals === undefined) return unknown(reason('COUNTS_UNCOMPARED'));
  const { vaultValues, trailValuesAfter, unlogged, newlyUncounted } = reveals;
  const evidence = [
    { name: 'valuesRevealedByVault', value: String(vaultValues) },
    { name: 'valuesInAuditTrail', value: String(trailValuesAfter) },
    { name: 'valuesWithoutEntry', value: String(unlogged) },
    { name: 'comparedAt', value: reveals.comparedAt.toISOString() },
  ];
  if (unlogged > 0)
    return {
      status: 'violation',
      score: 100 * (1 - unlogged / Math.max(vaultValues, unlogged)),
      reasons: [reason('VALUES_UNLOGGED', { unlogged })],
      evidence,
      recommendations: ['Verify the audit trail and find out how values were decrypted without an entry.'],
    };
  if (newlyUncounted > 0)
    return {
      status: 'warning',
      score: 80,
      reasons: [reason('VALUES_UNCOUNTED', { newlyUncounted })],
      evidence,
      recommendations: [
        'Check for a crash: the audit entry of a reveal is kept, but the count of a process that crashed is lost.',
      ],
    };
  return compliant(
    vaultValues === 0 ? reason('NO_VALUE') : reason('VALUES_LOGGED', { vaultValues }),
    evidence,
  );
}
