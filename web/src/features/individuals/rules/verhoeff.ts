// J. Verhoeff, Error Detecting Decimal Codes (1969): multiplication in D5 and the powers of one permutation.
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
];
const permutation = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** True when the last of `digits` (0–9 only) is the check digit of those before it. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const permuted = permutation[index % 8]?.[Number(digit)];
    sum = Number(product[sum]?.[Number(permuted)]);
  }
  return sum === 0;
}
