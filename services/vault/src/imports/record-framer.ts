/** A place between two records of a file: what a resumed import continues from. */
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

/** Where in a record the scanner stands (RFC 4180). */
type Position = 'field start' | 'plain' | 'quoted' | 'quote closed';

export interface FramerOptions {
  /** Of CSV; absent where quotes have no meaning. */
  readonly separator?: string;
  readonly from?: FilePosition;
  /** Rows of separators alone are records too. */
  readonly keepsBlank?: boolean;
}

/** Where a file begins. */
export const FILE_START: FilePosition = { offset: 0, line: 1, sheetRow: 1 };

/**
 * Cuts a byte stream into records at line ends, which inside an RFC 4180 quoted field of a CSV do not count.
 * A record that is too long, or whose quote is not closed where a field ends, costs one line: the next line starts
 * afresh, so that one stray quote does not swallow the rest of a file.
 */
export class RecordFramer {
  /** Byte that ends a field; -1 where quotes have no meaning. */
  readonly #separator: number;
  /** A record that says nothing: blank cells and separators alone. */
  readonly #blank: RegExp | undefined;
  #rest: Buffer = NOTHING;
  /** Where #rest[0] stands. */
  #at: FilePosition;
  /** Where the record begins, of which a part may have been dropped already. */
  #start: FilePosition;
  /** How far #rest has been scanned, and where in the record the scanner stands there. */
  #scanned = 0;
  #position: Position = 'field start';
  /** The record was given up: everything up to the next line end is dropped. */
  #givenUp: Frame['problem'];

  constructor({ separator, from = FILE_START, keepsBlank = false }: FramerOptions) {
    this.#separator = separator?.charCodeAt(0) ?? -1;
    this.#blank = separator === undefined || keepsBlank ? undefined : blankRecord(separator);
    this.#at = from;
    this.#start = from;
  }

  /** The records that these bytes complete. Empty lines and rows of separators are no records. */
  push(bytes: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    this.#takeLines(frames);
    if (this.#givenUp === undefined && this.#rest.length > MAX_RECORD_BYTES) {
      const firstLineEnd = this.#rest.indexOf(LF);
      // A short first line means that a quote was left open in it, not that one value is so long.
      const isStrayQuote =
        this.#position === 'quoted' && firstLineEnd !== -1 && firstLineEnd <= MAX_RECORD_BYTES;
      this.#giveUp(isStrayQuote ? 'ROW_QUOTE_NOT_CLOSED' : 'ROW_TOO_LONG');
      this.#takeLines(frames);
    }
    if (this.#givenUp !== undefined) this.#dropRest();
    return frames;
  }

  /** The records that the end of the file completes. */
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
        // Opens a field, or doubles the quote that had seemed to close it.
        position = 'quoted';
      } else if (position === 'quote closed' && byte !== CR) {
        // Text behind a closing quote: the quote was a stray one, and may have swallowed whole lines before this.
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

  /** A record that was given up is not kept in memory while its line end is looked for. */
  #dropRest(): void {
    this.#at = { ...this.#at, offset: this.#at.offset + this.#rest.length };
    this.#rest = NOTHING;
    this.#scanned = 0;
  }

  /** The place behind the next `length` bytes, which are one record. */
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

/** Cells that are empty, blank, or blank in quotes, and their separators; every text is matched in one way only. */
function blankRecord(separator: string): RegExp {
  const blanks = separator === '\t' ? ' *' : '[ \\t]*';
  const cell = `(?:${blanks}|"[ \\t]*")`;
  const between = `\\x${separator.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return new RegExp(`^${cell}(?:${between}${cell})*$`);
}
