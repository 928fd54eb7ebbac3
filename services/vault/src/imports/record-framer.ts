import { LineRuns, type RecordEnd } from './line-runs.ts';

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
  /** With a problem: the line that is lost, or nothing when it is too long. */
  readonly bytes: Buffer;
  readonly problem: 'ROW_TOO_LONG' | 'ROW_QUOTE_NOT_CLOSED' | 'ROW_MALFORMED' | undefined;
}

/** A person's row is a few hundred bytes, its longest legal fields together some 8 KiB. */
export const MAX_RECORD_BYTES = 262_144;

const QUOTE = 0x22;
const CR = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;
const NOTHING = Buffer.alloc(0);

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
 * too long, has text behind a closing quote, or whose quote is not closed before the file ends, loses one line: the
 * next line starts a new record, so that a stray quote does not swallow the rest of a file. The work is linear in the
 * bytes, whatever they are.
 */
export class RecordFramer {
  /** Byte that ends a field; undefined where quotes have no meaning. */
  readonly #separator: number | undefined;
  /** An empty record: blank cells and separators only. */
  readonly #blank: RegExp | undefined;
  readonly #lines: LineRuns;
  /** Bytes from `#restAt` on; none of a rejected record while its line end is searched. */
  #rest: Buffer = NOTHING;
  #restAt: number;
  /** Start of the next record. */
  #position: FilePosition;

  constructor({ separator, from = FILE_START, keepsBlank = false }: FramerOptions) {
    this.#separator = separator?.charCodeAt(0);
    this.#blank = separator === undefined || keepsBlank ? undefined : blankRecord(separator);
    this.#lines = new LineRuns(this.#separator, from.offset);
    this.#restAt = from.offset;
    this.#position = from;
  }

  /** Position behind the records so far: a reader may continue there. */
  get position(): FilePosition {
    return this.#position;
  }

  /** Steps of work so far; linear in the bytes. */
  get work(): number {
    return this.#lines.work;
  }

  /** The records completed by these bytes. Empty lines and rows of separators are no records. */
  push(bytes: Buffer): Frame[] {
    this.#lines.scan(bytes);
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    return this.#take(false);
  }

  /** The records completed by the end of the file. */
  end(): Frame[] {
    this.#lines.end();
    return this.#take(true);
  }

  #take(isWhole: boolean): Frame[] {
    const frames: Frame[] = [];
    for (let next = this.#next(isWhole); next !== undefined; next = this.#next(isWhole)) {
      const { length, problem } = next;
      const start = this.#position;
      const at = start.offset - this.#restAt;
      const bytes = problem === 'ROW_TOO_LONG' ? NOTHING : this.#rest.subarray(at, at + length);
      this.#advance(next.end);
      const isRecord = problem !== undefined || (bytes.length > 0 && !this.#isBlank(bytes));
      if (isRecord) frames.push({ start, end: this.#position, bytes, problem });
    }
    this.#forget();
    return frames;
  }

  /** The next record, empty line or rejected line. Undefined: more bytes are needed, or the file has ended. */
  #next(
    isWhole: boolean,
  ): { readonly end: number; readonly length: number; readonly problem: Frame['problem'] } | undefined {
    const { scanned, firstEnd } = this.#lines;
    const { offset } = this.#position;
    if (offset >= scanned) return undefined;
    if (firstEnd?.kind === 'ended') {
      const length = this.#lengthUpTo(firstEnd.at);
      if (length <= MAX_RECORD_BYTES) {
        return { end: Math.min(firstEnd.at + 1, scanned), length, problem: undefined };
      }
    }
    // With a CR at its end, which does not count.
    const isTooLong = (firstEnd?.at ?? scanned) - offset > MAX_RECORD_BYTES + 1;
    if (firstEnd === undefined && !isTooLong) return undefined;
    const secondLine = this.#lines.startOf(1);
    if (secondLine === undefined && !isWhole) return undefined;
    const end = secondLine ?? scanned;
    const length = this.#lengthUpTo(secondLine === undefined ? end : end - 1);
    return { end, length, problem: problemOf(firstEnd, isTooLong, end - offset) };
  }

  /** Length of the record up to its line end, without a CR before that. */
  #lengthUpTo(lineEnd: number): number {
    const length = lineEnd - this.#position.offset;
    return length > 0 && this.#rest[lineEnd - 1 - this.#restAt] === CR ? length - 1 : length;
  }

  #advance(offset: number): void {
    const { line, sheetRow } = this.#position;
    // The first line start is the record's own; the others are of its further lines, and of the next record.
    const lines = this.#lines.removeBefore(offset);
    this.#position = {
      offset,
      line: line === undefined ? undefined : line + lines,
      sheetRow: sheetRow === undefined ? undefined : sheetRow + 1,
    };
  }

  /** Keeps the bytes of the next record only, and none of a line that will be rejected for its length. */
  #forget(): void {
    const { scanned } = this.#lines;
    const { offset } = this.#position;
    const isRejected = scanned - offset > MAX_RECORD_BYTES + 1 && this.#lines.startOf(1) === undefined;
    const from = isRejected ? scanned : offset;
    this.#rest = this.#rest.subarray(Math.max(0, from - this.#restAt));
    this.#restAt = Math.max(this.#restAt, from);
  }

  #isBlank(bytes: Buffer): boolean {
    const [first] = bytes;
    const isPossible = first === this.#separator || first === BLANK || first === QUOTE || first === TAB;
    return isPossible && this.#blank?.test(bytes.toString('latin1')) === true;
  }
}

/** Bytes that are framed at once where only the first records are needed. */
const HEAD_SLICE = 4_096;

/**
 * The first `count` records of a file's beginning, or all when it has fewer; the bytes behind them are not scanned.
 * `isWhole`: the file ends with these bytes.
 */
export function firstFrames(
  framer: RecordFramer,
  head: Buffer,
  { count, isWhole }: { readonly count: number; readonly isWhole: boolean },
): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < head.length && frames.length < count; at += HEAD_SLICE) {
    frames.push(...framer.push(head.subarray(at, at + HEAD_SLICE)));
  }
  if (isWhole && frames.length < count) frames.push(...framer.end());
  return frames.slice(0, count);
}

/** A short first line means that its quote was left open, not that one value is so long. */
function problemOf(
  end: RecordEnd | undefined,
  isTooLong: boolean,
  lineBytes: number,
): NonNullable<Frame['problem']> {
  if (!isTooLong && end?.kind === 'malformed') return 'ROW_MALFORMED';
  if (!isTooLong && end?.kind === 'unclosed') return 'ROW_QUOTE_NOT_CLOSED';
  return lineBytes > MAX_RECORD_BYTES ? 'ROW_TOO_LONG' : 'ROW_QUOTE_NOT_CLOSED';
}

/** Empty or blank cells, also in quotes, and their separators; unambiguous, so matching is linear. */
function blankRecord(separator: string): RegExp {
  const blanks = separator === '\t' ? ' *' : '[ \\t]*';
  const cell = `(?:${blanks}|"[ \\t]*")`;
  const between = `\\x${separator.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return new RegExp(`^${cell}(?:${between}${cell})*$`);
}
