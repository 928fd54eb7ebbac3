import { verhoeffCheckDigit } from '@pii-vault/platform/values/verhoeff';
import type { Random } from './random.ts';

/**
 * Twelve digits with a valid Verhoeff check digit, first digit not 0 or 1 (UIDAI). Random, not a real person's on
 * purpose.
 */
export function syntheticAadhaar(random: Random): string {
  const digits = `${2 + random.below(8)}${random.digits(10)}`;
  return digits + verhoeffCheckDigit(digits);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * AAAPS1234Z: the fourth letter P for a person, the fifth the surname's initial, the digits 0001 to 9999 (rule 114).
 */
export function syntheticPan(random: Random, surname: string): string {
  const serialOf = (digits: string) => (digits === '0000' ? '0001' : digits);
  const letter = () => LETTERS[random.below(LETTERS.length)] ?? 'A';
  const initial = /^[A-Z]/i.exec(surname)?.[0].toUpperCase() ?? 'X';
  return `${letter()}${letter()}${letter()}P${initial}${serialOf(random.digits(4))}${letter()}`;
}

/** A mobile number as people write it: ten digits, first digit 6 to 9. */
export function syntheticPhone(random: Random): string {
  return `${6 + random.below(4)}${random.digits(9)}`;
}

// Reserved hosts of RFC 2606 that receive no mail. The matcher treats addresses at example.com and similar as
// placeholders.
const MAIL_HOSTS = ['mail.example', 'web.example', 'office.example', 'post.example'] as const;

export function syntheticEmail(random: Random, first: string, surname: string): string {
  const name = `${first}.${surname}`.toLowerCase().replace(/[^a-z.]/g, '');
  return `${name}${random.below(9_000) + 100}@${random.pick(MAIL_HOSTS)}`;
}
