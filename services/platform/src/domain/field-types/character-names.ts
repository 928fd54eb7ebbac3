/** Abbreviations of the 32 control characters (ISO 6429). */
const C0 =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const names: Readonly<Record<number, string>> = {
  9: 'TAB',
  10: 'LINE FEED',
  13: 'CARRIAGE RETURN',
  127: 'DELETE',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  65533: 'REPLACEMENT CHARACTER',
};

/**
 * A character that a value must not have, as `U+202E RIGHT-TO-LEFT OVERRIDE`; a control without a name as its
 * abbreviation.
 */
export function characterName(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code >= 0xd800 && code <= 0xdfff) return `${hex}, half of a surrogate pair`;
  if (/\p{Co}/u.test(char)) return `${hex} PRIVATE USE CHARACTER`;
  return `${hex} ${names[code] ?? C0[code] ?? 'CONTROL CHARACTER'}`;
}
