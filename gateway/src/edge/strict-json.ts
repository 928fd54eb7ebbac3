import { AppError } from '@pii-vault/platform/errors/app-error';

/** Objects and arrays nest at most this deep. */
const maxDepth = 16;
const decoder = new TextDecoder('utf-8', { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

function malformed(message: string): AppError {
  return new AppError('INVALID_ARGUMENT', 'MALFORMED_JSON', message);
}

/**
 * Parses a JSON body and refuses what two parsers may read differently or a service may choke on:
 * duplicate keys, `__proto__`, nesting above 16, NUL, lone surrogates, invalid UTF-8 (RFC 8259 section 4
 * and 8.2, RFC 7493 I-JSON). Messages never repeat a key or a value.
 * @throws AppError INVALID_ARGUMENT / MALFORMED_JSON
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const value = parse(text);
  checkStructure(text);
  // Raw control characters and raw surrogates cannot have come this far; only escapes can make them.
  if (text.includes('\\u')) checkStrings(value);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON');
  }
}

/** One pass over text that JSON.parse has accepted: depth, and the keys of each object. */
function checkStructure(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      open.push(code === OPEN_OBJECT ? new Set() : undefined);
      if (open.length > maxDepth) throw malformed(`The body nests deeper than ${maxDepth} levels`);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop();
    } else if (code === QUOTE) {
      const end = endOfString(text, at + 1);
      const keys = open.at(-1);
      if (keys !== undefined && isFollowedByColon(text, end + 1)) addKey(keys, text.slice(at, end + 1));
      at = end;
    }
  }
}

function endOfString(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === COLON;
}

function addKey(keys: Set<string>, quoted: string): void {
  const key: unknown = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
  if (key === '__proto__') throw malformed('The body holds a key that is not allowed');
  if (keys.has(String(key))) throw malformed('The body holds a key twice');
  keys.add(String(key));
}

function checkStrings(value: unknown): void {
  if (typeof value === 'string') checkString(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    checkString(key);
    checkStrings(inner);
  }
}

function checkString(text: string): void {
  if (text.includes('\0')) throw malformed('The body holds a NUL character');
  if (!text.isWellFormed()) throw malformed('The body holds half of a surrogate pair');
}
