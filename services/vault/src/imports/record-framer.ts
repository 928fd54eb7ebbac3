/** One record of a file as bytes, without its line end. */
export interface Frame {
  /** File offset at which the next record begins: what a resumed import continues from. */
  readonly end: number;
  /** Empty when there is a problem. */
  readonly bytes: Buffer;
  readonly problem: 'ROW_TOO_LONG' | 'ROW_QUOTE_NOT_CLOSED' | 'ROW_MALFORMED' | undefined;
}

/** A person's row is a few hundred bytes, its longest legal fields together some 8 KiB. */
export const MAX_RECORD_BYTES = 262_144;

const QUOTE = 0x22;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;
const NOTHING = Buffer.alloc(0);

/** Where in a record the scanner stands (RFC 4180). */
type Position = 'field start' | 'plain' | 'quoted' | 'quote closed';

/**
 * Cuts a byte stream into records at line ends, which inside an RFC 4180 quoted field do not count (`quotes`).
 * A record that is too long, or whose quote is not closed where a field ends, costs one line: the next line starts
 * afresh, so that one stray quote does not swallow the rest of a file.
 */
export class RecordFramer {
  readonly #quotes: boolean;
  #rest: Buffer = NOTHING;
  /** File offset of #rest[0]. */
  #offset: number;
  /** How far #rest has been scanned, and where in the record the scanner stands there. */
  #scanned = 0;
  #position: Position = 'field start';
  /** The record was given up: everything up to the next line end is dropped. */
  #givenUp: Frame['problem'];

  constructor(options: { readonly quotes: boolean; readonly offset: number }) {
    this.#quotes = options.quotes;
    this.#offset = options.offset;
  }

  /** The records that these bytes complete. Empty lines are no records. */
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
    if (this.#quotes && this.#givenUp === undefined) return this.#scan();
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
      } else if (byte === COMMA) {
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
    const end = this.#offset + next;
    const bytes = this.#rest.subarray(0, length);
    if (problem !== undefined) frames.push({ end, bytes: NOTHING, problem });
    else if (bytes.length > 0) frames.push({ end, bytes, problem });
    this.#rest = this.#rest.subarray(next);
    this.#offset = end;
    this.#scanned = 0;
    this.#position = 'field start';
    this.#givenUp = undefined;
  }

  /** A record that was given up is not kept in memory while its line end is looked for. */
  #dropRest(): void {
    this.#offset += this.#rest.length;
    this.#rest = NOTHING;
    this.#scanned = 0;
  }
}
