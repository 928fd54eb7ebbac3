/** A position between two records of a file, where a resumed import continues. */
export interface FilePosition {
  /** Bytes before it. */
  readonly offset: number;
  /** Number of the line that begins here, from 1; undefined where lines were not counted from the start. */
  readonly line: number | undefined;
  /** Number of the row that a spreadsheet shows here, from 1. A record over several lines is one row. */
  readonly sheetRow: number | undefined;
}

/** One record of a file as bytes, without its line end. */
export interface Frame {
  readonly start: FilePosition;
  readonly end: FilePosition;
  /** Empty when there is a problem. */
  readonly bytes: Buffer;
  readonly problem: 'ROW_TOO_LONG' | 'ROW_QUOTE_NOT_CLOSED' | 'ROW_MALFORMED' | undefined;
}

/** A person's row is a few hundred bytes, its longest legal fields together some 8 KiB. */
export const MAX_RECORD_BYTES = 262_144;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;
const NOTHING = Buffer.alloc(0);

/** State of the scanner in a record (RFC 4180). */
type Position = 'field start' | 'plain' | 'quoted' | 'quote closed';

export interface FramerOptions {
  /** CSV only; absent where quotes have no meaning. */
  readonly separator?: string;
  readonly from?: FilePosition;
  /** Whether rows that consist of separators are records. */
  readonly keepsBlank?: boolean;
}

/** The start of a file. */
export const FILE_START: FilePosition = { offset: 0, line: 1, sheetRow: 1 };

/**
 * Splits a byte stream into records at line ends, except inside a quoted field of a CSV (RFC 4180). A record that is
 * too long, or whose quote is not closed at the end of a field, loses one line: the next line starts a new record, so
 * that a stray quote does not swallow the rest of a file.
 */
export class RecordFramer {
  /** Byte that ends a field; -1 where quotes have no meaning. */
  readonly #separator: number;
  /** An empty record: blank cells and separators only. */
  readonly #blank: RegExp | undefined;
  #rest: Buffer = NOTHING;
  /** Position of #rest[0]. */
  #at: FilePosition;
  /** Start of the record; a part of it may have been dropped. */
  #start: FilePosition;
  /** Length of #rest scanned so far, and the scanner's state there. */
  #scanned = 0;
  #position: Position = 'field start';
  /** The record is rejected: drop everything up to the next line end. */
  #givenUp: Frame['problem'];

  constructor({ separator, from = FILE_START, keepsBlank = false }: FramerOptions) {
    this.#separator = separator?.charCodeAt(0) ?? -1;
    this.#blank = separator === undefined || keepsBlank ? undefined : blankRecord(separator);
    this.#at = from;
    this.#start = from;
  }

  /** The records completed by these bytes. Empty lines and rows of separators are no records. */
  push(bytes: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    this.#takeLines(frames);
    if (this.#givenUp === undefined && this.#rest.length > MAX_RECORD_BYTES) {
      const firstLineEnd = this.#rest.indexOf(LF);
      // A short first line means that its quote was left open, not that one value is so long.
      const isStrayQuote =
        this.#position === 'quoted' && firstLineEnd !== -1 && firstLineEnd <= MAX_RECORD_BYTES;
      this.#giveUp(isStrayQuote ? 'ROW_QUOTE_NOT_CLOSED' : 'ROW_TOO_LONG');
      this.#takeLines(frames);
    }
    if (this.#givenUp !== undefined) this.#dropRest();
    return frames;
  }

  /** The records completed by the end of the file. */
  end(): Frame[] {
    const frames: Frame[] = [];
    while (this.#givenUp === undefined && this.#position === 'quoted') {
      this.#giveUp('ROW_QUOTE_NOT_CLOSED');
      this.#takeLines(frames);
    }
    if (this.#rest.length > 0 || this.#givenUp !== undefined) {
      this.#take(frames, this.#rest.length, this.#rest.length);
    }
    return frames;
  }

  #takeLines(frames: Frame[]): void {
    for (;;) {
      const lineEnd = this.#findLineEnd();
      if (lineEnd === -1) return;
      this.#take(frames, lineEnd, lineEnd + 1);
    }
  }

  #findLineEnd(): number {
    if (this.#separator !== -1 && this.#givenUp === undefined) return this.#scan();
    const at = this.#rest.indexOf(LF, this.#scanned);
    this.#scanned = at === -1 ? this.#rest.length : at;
    return at;
  }

  #scan(): number {
    const bytes = this.#rest;
    let at = this.#scanned;
    let position = this.#position;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (position === 'quoted') {
        if (byte === QUOTE) position = 'quote closed';
      } else if (byte === LF) {
        break;
      } else if (byte === this.#separator) {
        position = 'field start';
      } else if (byte === QUOTE && position !== 'plain') {
        // Opens a field, or completes a doubled quote.
        position = 'quoted';
      } else if (position === 'quote closed' && byte !== CR) {
        // Text after a closing quote: the quote was stray, and may have swallowed whole lines before this.
        this.#giveUp('ROW_MALFORMED');
        return this.#findLineEnd();
      } else {
        position = 'plain';
      }
    }
    this.#scanned = at;
    this.#position = position;
    return at < bytes.length ? at : -1;
  }

  #giveUp(problem: NonNullable<Frame['problem']>): void {
    this.#givenUp = problem;
    this.#scanned = 0;
  }

  #take(frames: Frame[], lineEnd: number, next: number): void {
    const length = lineEnd > 0 && this.#rest[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    const problem = this.#givenUp ?? (length > MAX_RECORD_BYTES ? 'ROW_TOO_LONG' : undefined);
    const start = this.#start;
    const end = this.#behind(next);
    const bytes = this.#rest.subarray(0, length);
    if (problem !== undefined) frames.push({ start, end, bytes: NOTHING, problem });
    else if (bytes.length > 0 && !this.#isBlank(bytes)) frames.push({ start, end, bytes, problem });
    this.#rest = this.#rest.subarray(next);
    this.#at = end;
    this.#start = end;
    this.#scanned = 0;
    this.#position = 'field start';
    this.#givenUp = undefined;
  }

  /** A rejected record is not kept in memory while its line end is searched. */
  #dropRest(): void {
    this.#at = { ...this.#at, offset: this.#at.offset + this.#rest.length };
    this.#rest = NOTHING;
    this.#scanned = 0;
  }

  /** The position after the next `length` bytes, which are one record. */
  #behind(length: number): FilePosition {
    const { offset, line, sheetRow } = this.#at;
    return {
      offset: offset + length,
      line: line === undefined ? undefined : line + countLines(this.#rest, length),
      sheetRow: sheetRow === undefined ? undefined : sheetRow + 1,
    };
  }

  #isBlank(bytes: Buffer): boolean {
    const [first] = bytes;
    const isPossible = first === this.#separator || first === BLANK || first === QUOTE || first === TAB;
    return isPossible && this.#blank?.test(bytes.toString('latin1')) === true;
  }
}

function countLines(bytes: Buffer, length: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1 && at < length; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

/** Empty or blank cells, also in quotes, and their separators; unambiguous, so matching is linear. */
function blankRecord(separator: string): RegExp {
  const blanks = separator === '\t' ? ' *' : '[ \\t]*';
  const cell = `(?:${blanks}|"[ \\t]*")`;
  const between = `\\x${separator.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return new RegExp(`^${cell}(?:${between}${cell})*$`);
}
