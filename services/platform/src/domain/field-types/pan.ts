import { panFault } from '../../values/identifier-faults.ts';
import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

const refusals = {
  PAN_FORMAT: refuse('PAN_FORMAT', 'A PAN has five letters, four digits and a letter'),
  PAN_HOLDER_TYPE: refuse(
    'PAN_HOLDER_TYPE',
    'The fourth letter of the PAN is no type of holder (P for an individual)',
  ),
  PAN_SERIAL: refuse('PAN_SERIAL', 'The digits of a PAN run from 0001; no PAN has 0000'),
};

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
  return panFault(repaired) === undefined ? repaired : null;
}

/** Permanent Account Number, stored in upper case. */
export const pan: TypeRules<'pan'> = {
  type: 'pan',
  canonicalise(plain) {
    const text = plainText(plain, { subject: 'The PAN', maxLength: 20, kind: 'identifier' });
    if (!text.ok) return text;
    const compact = latinDigits(text.value).toUpperCase().replace(/[\s-]/g, '');
    const fault = panFault(compact);
    if (fault !== undefined) return refusals[fault];
    return accept(compact);
  },
  matchForm: repairPan,
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('pan', canonical),
};
