import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/**
 * Sections 6(1) and 6(10): the fiduciary proves notice and consent, so each field has purpose, notice version,
 * language, channel and time.
 */
export const proofOfConsent: Rule = {
  id: 'DPDP-CON-01',
  checkType: 'proof_of_consent',
  title: 'Every field has proof of consent',
  reference: 'DPDP Act, 2023, s.6(1), 6(10)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ remote: { data } }: Facts): Finding {
  if (data === undefined) return unknown(reason('CONSENTS_UNREAD'));
  const { fields, fieldsWithoutProof: missing } = data;
  if (fields === 0) return unknown(reason('NO_DATA'));
  return {
    ...byShare(fields - missing, fields),
    reasons: [
      missing === 0 ? reason('CONSENT_PROVEN', { fields }) : reason('CONSENT_UNPROVEN', { missing, fields }),
    ],
    evidence: evidenceOf({ fields, fieldsWithoutProof: missing }),
    recommendations:
      missing === 0
        ? []
        : ['Ask for consent again where no notice can be shown, and send its details with the data.'],
  };
}
