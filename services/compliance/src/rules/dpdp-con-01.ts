import type { Facts } from '../facts/facts.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Sections 6(1) and 6(10): the fiduciary proves notice and consent, so each field has purpose, notice version, language, channel and time. */
export const proofOfConsent: Rule = {
  id: 'DPDP-CON-01',
  regulationType: 'dpdp',
  checkType: 'proof_of_consent',
  title: 'Every field has proof of consent',
  reference: 'DPDP Act, 2023, s.6(1), 6(10)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ told: { data } }: Facts): Finding {
  if (data === undefined) return unknown('The vault could not count the consents.');
  const { fields, fieldsWithoutProof: missing } = data;
  if (fields === 0) return unknown('No personal data is stored yet.');
  return {
    ...byShare(fields - missing, fields),
    details:
      missing === 0
        ? `All ${fields} fields rest on a consent with purpose, notice version, language, channel and time.`
        : `The consent of ${missing} of ${fields} fields names no notice version, language or channel.`,
    evidence: evidenceOf({ fields, fieldsWithoutProof: missing }),
    recommendations:
      missing === 0
        ? []
        : ['Ask for consent again where no notice can be shown, and send its details with the data.'],
  };
}
