/** What RFC 8785 can express. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * RFC 8785 (JCS) text of a value: members ordered by UTF-16 code units, no blanks, numbers and strings as
 * ECMAScript prints them. Members that are undefined are left out.
 * Own code because it is this short: JSON.stringify already prints numbers and strings as the RFC wants.
 * @throws RangeError for NaN, infinities, integers that lose digits, and text with a lone surrogate
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = value[key];
      return member === undefined ? [] : [`${canonicalText(key)}:${canonicalJson(member)}`];
    });
  return `{${members.join(',')}}`;
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new RangeError('a text has a lone surrogate');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('a number is not finite');
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('an integer is too large');
  return JSON.stringify(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
