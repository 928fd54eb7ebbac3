import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

const pattern = /^[A-Z]{5}[0-9]{4}[A-Z]$/;

/**
 * Fourth letters, by the Income Tax Department's description of a PAN: association of persons, body of individuals,
 * company, limited liability partnership (E; most have F), firm, government, Hindu undivided family, artificial
 * juridical person, local authority, individual, trust.
 */
const holderTypes = new Set('ABCEFGHJLPT');

const hasHolderType = (text: string): boolean => holderTypes.has(text.charAt(3));
/** Serials run from 0001 to 9999. */
const hasSerial = (text: string): boolean => text.slice(5, 9) !== '0000';

const asLetter: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S' };
const asDigit: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5' };

/**
 * A PAN with look-alikes put right by position (letters at 1–5 and 10, digits at 6–9), or null when it is none that can
 * have been issued.
 */
function repairPan(text: string): string | null {
  const compact = text.toUpperCase().replace(/[\s-]/g, '');
  const repaired = [...compact]
    .map((char, i) => (i >= 5 && i <= 8 ? asDigit : asLetter)[char] ?? char)
    .join('');
  return pattern.test(repaired) && hasHolderType(repaired) && hasSerial(repaired) ? repaired : null;
}

/** Permanent Account Number (Income-tax Rules, rule 114): five letters, four digits, a letter; stored in upper case. */
export const pan: TypeRules<'pan'> = {
  type: 'pan',
  canonicalise(plain) {
    const text = plainText(plain, { subject: 'The PAN', maxLength: 20, kind: 'identifier' });
    if (!text.ok) return text;
    const compact = latinDigits(text.value).toUpperCase().replace(/[\s-]/g, '');
    if (!pattern.test(compact)) {
      return refuse('PAN_FORMAT', 'A PAN has five letters, four digits and a letter');
    }
    if (!hasHolderType(compact)) {
      return refuse(
        'PAN_HOLDER_TYPE',
        'The fourth letter of the PAN is no type of holder (P for an individual)',
      );
    }
    if (!hasSerial(compact)) {
      return refuse('PAN_SERIAL', 'The digits of a PAN run from 0001; no PAN has 0000');
    }
    return accept(compact);
  },
  matchForm: repairPan,
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('pan', canonical),
};
