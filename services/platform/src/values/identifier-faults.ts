import { hasVerhoeffCheckDigit } from './verhoeff.ts';

/**
 * Why no such Aadhaar number is issued; undefined for one that may be. UIDAI keeps 0 and 1 back as first digits ("A UID
 * Numbering Scheme", 2010). The last digit is a Verhoeff check digit.
 */
export function aadhaarFault(
  digits: string,
): 'AADHAAR_FORMAT' | 'AADHAAR_FIRST_DIGIT' | 'AADHAAR_CHECKSUM' | undefined {
  if (!/^\d{12}$/.test(digits)) return 'AADHAAR_FORMAT';
  if (!/^[2-9]/.test(digits)) return 'AADHAAR_FIRST_DIGIT';
  return hasVerhoeffCheckDigit(digits) ? undefined : 'AADHAAR_CHECKSUM';
}

/**
 * Fourth letters, by the Income Tax Department's description of a PAN: association of persons, body of individuals,
 * company, limited liability partnership (E; most have F), firm, government, Hindu undivided family, artificial
 * juridical person, local authority, individual, trust.
 */
const HOLDER_TYPES = 'ABCEFGHJLPT';

/**
 * Why no such PAN is issued (Income-tax Rules, rule 114: five letters, four digits, a letter; serials run from 0001 to
 * 9999); undefined for one that may be.
 */
export function panFault(text: string): 'PAN_FORMAT' | 'PAN_HOLDER_TYPE' | 'PAN_SERIAL' | undefined {
  if (!/^[A-Z]{5}[0-9]{4}[A-Z]$/.test(text)) return 'PAN_FORMAT';
  if (!HOLDER_TYPES.includes(text.charAt(3))) return 'PAN_HOLDER_TYPE';
  return text.slice(5, 9) === '0000' ? 'PAN_SERIAL' : undefined;
}

/** Whether the text is an account number: 6–34 letters and digits (RBI: 9–18 digits; ISO 13616 IBAN: up to 34). */
export const isAccountNumber = (text: string): boolean => /^[A-Z0-9]{6,34}$/.test(text) && /\d/.test(text);
