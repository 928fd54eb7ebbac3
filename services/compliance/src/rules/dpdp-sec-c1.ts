import type { Facts } from '../facts/facts.ts';
import { DPDP_RULES_2025, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Rule 6(1)(c): visibility on the accessing of personal data through logs. The vault counts what it decrypts,
 * apart from the trail; both have to come to the same number.
 */
export const everyRevealLogged: Rule = {
  id: 'DPDP-SEC-C1',
  regulationType: 'dpdp',
  checkType: 'reveal_logging',
  title: 'Every reveal is logged',
  reference: 'DPDP Rules, 2025, Rule 6(1)(c)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ reveals }: Facts): Finding {
  if (reveals === undefined)
    return unknown('The counts of the vault and of the audit trail could not be compared.');
  const { vaultValues, trailValuesBefore, trailValuesAfter, pending } = reveals;
  const evidence = [
    { name: 'valuesRevealedByVault', value: String(vaultValues) },
    { name: 'valuesInAuditTrail', value: String(trailValuesAfter) },
    { name: 'entriesUnderWay', value: String(pending) },
    { name: 'comparedAt', value: reveals.comparedAt.toISOString() },
  ];
  if (vaultValues > trailValuesAfter && pending > 0)
    return unknown(
      'Entries are still on their way into the audit trail; the counts cannot be compared yet.',
      ['Run the checks again in a minute.'],
    );
  if (vaultValues > trailValuesAfter)
    return {
      status: 'violation',
      score: (100 * trailValuesAfter) / vaultValues,
      details: `The vault revealed ${vaultValues} values, the audit trail knows of ${trailValuesAfter}.`,
      evidence,
      recommendations: ['Verify the audit trail and find out how values were decrypted without an entry.'],
    };
  if (vaultValues < trailValuesBefore)
    return {
      status: 'warning',
      score: 80,
      details: `The audit trail has entries for ${trailValuesBefore} values, the vault counted ${vaultValues}.`,
      evidence,
      recommendations: [
        'Look for a crash between an entry and its decryption: the entry stays, the count does not.',
      ],
    };
  return {
    status: 'compliant',
    score: 100,
    details:
      vaultValues === 0
        ? 'No value has been revealed yet, and the audit trail says the same.'
        : `All ${vaultValues} revealed values are in the audit trail.`,
    evidence,
    recommendations: [],
  };
}
