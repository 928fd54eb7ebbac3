import { plainName } from '@pii-vault/platform/values/import-columns/header-name';
import { faultOf } from './header-row.ts';
import { type RowProblem, rowProblem } from './row.ts';

export type FlatJson =
  | { readonly ok: true; readonly cells: Map<string, string> }
  | { readonly ok: false; readonly problem: RowProblem };

const MAX_KEYS = 512;
const MAX_KEY = 200;
/** A key that consists of blanks. */
const UNNAMED = 'Column without a name';

const space = /[ \t\r\n]*/y;
// Only finds the end of the literal; JSON.parse checks its content.
const string = /"(?:[^"\\]|\\.)*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Parses one JSON object (RFC 8259) whose values are strings, integers, true, false or null (omitted). Stricter than
 * JSON.parse: refuses a repeated key, `__proto__`, nesting, and text after the object.
 */
export function parseFlatJson(text: string): FlatJson {
  const cursor = new Cursor(text);
  const cells = new Map<string, string>();
  const seen = new Set<string>();
  if (!cursor.takes('{')) return refused('JSON_MALFORMED');
  let isFirst = true;
  while (!cursor.takes('}')) {
    if (!isFirst && !cursor.takes(',')) return refused('JSON_MALFORMED');
    isFirst = false;
    const text = cursor.string();
    if (text === undefined || !cursor.takes(':')) return refused('JSON_MALFORMED');
    const keyProblem = problemOfKey(text);
    if (keyProblem !== undefined) return refused(keyProblem);
    const key = plainName(text) || UNNAMED;
    if (key === '__proto__') return refused('JSON_FORBIDDEN_KEY');
    if (seen.has(key)) return refused('JSON_DUPLICATE_KEY');
    if (seen.size >= MAX_KEYS) return refused('JSON_TOO_MANY_KEYS');
    seen.add(key);
    const value = cursor.value();
    if (typeof value === 'object') return refused(value.problem);
    if (value !== undefined) cells.set(key, value);
  }
  return cursor.isAtEnd() ? { ok: true, cells } : refused('JSON_MALFORMED');
}

function problemOfKey(key: string): Problem | undefined {
  if (faultOf(key) !== undefined) return 'JSON_NOT_TEXT';
  return key.length > MAX_KEY ? 'JSON_KEY_TOO_LONG' : undefined;
}

type Problem = Parameters<typeof rowProblem>[0];

// The error does not repeat the key: in a malformed line it may be a value.
const refused = (problem: Problem): FlatJson => ({ ok: false, problem: rowProblem(problem) });

class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  takes(char: string): boolean {
    this.#match(space);
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  isAtEnd(): boolean {
    this.#match(space);
    return this.#at === this.#text.length;
  }

  string(): string | undefined {
    this.#match(space);
    const literal = this.#match(string);
    if (literal === undefined) return undefined;
    try {
      return String(JSON.parse(literal));
    } catch {
      return undefined;
    }
  }

  /** The text of a string, integer, true or false; undefined for null, else the problem. */
  value(): string | undefined | { problem: Problem } {
    const text = this.string();
    if (text !== undefined) return text;
    const next = this.#text[this.#at];
    if (next === '{' || next === '[') return { problem: 'JSON_NESTED' };
    const literal = this.#match(scalar);
    if (literal === undefined) return { problem: 'JSON_MALFORMED' };
    if (literal === 'null') return undefined;
    if (literal === 'true' || literal === 'false') return literal;
    // An integer above 2^53 may have lost digits at its source: 12 digits of Aadhaar are safe.
    return /^\d+$/.test(literal) && Number.isSafeInteger(Number(literal))
      ? literal
      : { problem: 'JSON_VALUE' };
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}
