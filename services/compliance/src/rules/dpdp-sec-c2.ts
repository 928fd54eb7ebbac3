import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, DPDP_RULES_2025, type Finding, type Rule, unknown } from './rule.ts';

const HOUR_MS = 3_600_000;
const STALE_DAYS = 2;

/** Rule 6(1)(c): the logs can be relied on. The tree verifies and its newest checkpoint is younger than an hour. */
export const logIntegrity: Rule = {
  id: 'DPDP-SEC-C2',
  checkType: 'log_integrity',
  title: 'The audit trail is intact',
  reference: 'DPDP Rules, 2025, Rule 6(1)(c)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ log, now }: Facts): Finding {
  if (log === undefined) return unknown(reason('TRAIL_UNVERIFIED'));
  const evidence = [
    { name: 'entries', value: String(log.treeSize) },
    { name: 'verifiedAt', value: log.verifiedAt.toISOString() },
    { name: 'checkpointAt', value: log.checkpointAt?.toISOString() ?? 'never' },
    ...(log.firstBadIndex === undefined ? [] : [{ name: 'firstBadIndex', value: String(log.firstBadIndex) }]),
  ];
  if (!log.isVerified)
    return {
      status: 'violation',
      score: 0,
      reasons: [
        log.reason === undefined
          ? reason('TRAIL_BROKEN_UNKNOWN')
          : reason('TRAIL_BROKEN', { reason: log.reason }),
      ],
      evidence,
      recommendations: [
        'Run audit-fsck with the checkpoint file and restore the trail from a backup that verifies.',
      ],
    };
  if (now.getTime() - log.verifiedAt.getTime() > STALE_DAYS * 24 * HOUR_MS)
    return unknown(reason('TRAIL_STALE', { days: STALE_DAYS }), ['Run the checks again.']);
  // The age is that of the moment of verification: later checkpoints are not this fact's.
  const ageMs = log.verifiedAt.getTime() - (log.checkpointAt?.getTime() ?? 0);
  if (ageMs >= HOUR_MS)
    return {
      status: 'warning',
      score: 75,
      reasons: [reason('CHECKPOINT_OLD', { entries: log.treeSize })],
      evidence,
      recommendations: ['Check whether the crypto service signs checkpoints.'],
    };
  return compliant(reason('TRAIL_INTACT', { entries: log.treeSize }), evidence);
}
