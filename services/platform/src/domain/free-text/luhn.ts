/** Whether the last of `digits` (0–9 only) is the check digit of those before it (ISO/IEC 7812-1, annex B). */
export function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - 48;
    const doubled = digit * 2;
    if (n % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
