import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, DPDP_RULES_2025, type Finding, type Rule, unknown } from './rule.ts';

const DAY_MS = 86_400_000;
/** A sample older than this says little about today. */
const STALE_DAYS = 2;

/** Rule 6(1)(a): personal data is secured by encryption. Judged by a sample of stored rows. */
export const storedEncrypted: Rule = {
  id: 'DPDP-SEC-A1',
  checkType: 'storage_encryption',
  title: 'Personal data is stored encrypted',
  reference: 'DPDP Rules, 2025, Rule 6(1)(a)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ storage, now }: Facts): Finding {
  if (storage === undefined) return unknown(reason('STORAGE_UNREAD'));
  if (storage.sampled === 0) return unknown(reason('NOTHING_TO_SAMPLE'));
  const { sampled, wellFormed, suspicious } = storage;
  const evidence = [
    { name: 'rowsSampled', value: String(sampled) },
    { name: 'rowsWithKnownHeaderAndKey', value: String(wellFormed) },
    { name: 'rowsLookingLikePlaintext', value: String(suspicious) },
    { name: 'sampledAt', value: storage.sampledAt.toISOString() },
  ];
  const sound = Math.max(0, Math.min(wellFormed, sampled - suspicious));
  if (sound < sampled)
    return {
      status: 'violation',
      score: (100 * sound) / sampled,
      reasons: [reason('ROWS_UNENCRYPTED', { bad: sampled - sound, sampled })],
      evidence,
      recommendations: [
        'Find the rows by their field ids, encrypt or erase them, and find out how they were written.',
      ],
    };
  if (now.getTime() - storage.sampledAt.getTime() > STALE_DAYS * DAY_MS)
    return {
      status: 'warning',
      score: 80,
      reasons: [reason('SAMPLE_OLD', { sampled, days: STALE_DAYS })],
      evidence,
      recommendations: ['Run the checks again.'],
    };
  return compliant(reason('ROWS_ENCRYPTED', { sampled }), evidence);
}
