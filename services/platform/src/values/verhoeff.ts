// J. Verhoeff, Error Detecting Decimal Codes (1969): multiplication in the dihedral group D5 and the powers of one
// permutation.
const product = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
].map((row) => [...row].map(Number));

const permutation = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
].map((row) => [...row].map(Number));

const inverse = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9];

function checksum(digits: string, offset: number): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const permuted = permutation[(i + offset) % 8]?.[digit] ?? 0;
    sum = product[sum]?.[permuted] ?? 0;
  }
  return sum;
}

/** True when the last of `digits` (0–9 only) is the check digit of those before it. */
export const hasVerhoeffCheckDigit = (digits: string): boolean => checksum(digits, 0) === 0;

/** The check digit to append to `digits` (0–9 only). */
export const verhoeffCheckDigit = (digits: string): string => String(inverse[checksum(digits, 1)]);
