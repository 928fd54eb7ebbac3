const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** What a byte means to the scanner. */
const TEXT = 0;
const SEPARATOR = 1;
const LINE_END = 2;
const QUOTATION = 3;
const RETURN = 4;

/** How the record that begins at a line start ends. */
export type RecordEnd =
  /** Its line end is at `at`. */
  | { readonly kind: 'ended'; readonly at: number }
  /** Text follows a closing quote at `at`, so a quote before it was stray. */
  | { readonly kind: 'malformed'; readonly at: number }
  /** The file ends inside quotes. */
  | { readonly kind: 'unclosed'; readonly at: number };

/** A scan from one or more line starts that are in the same state at the same byte, and therefore end alike. */
interface Run {
  /** The run with which this one was merged. */
  into: Run | undefined;
  end: RecordEnd | undefined;
}

/**
 * Finds the end of the record (RFC 4180) that begins at each line start of a byte stream. After a stray quote, any
 * later line start may begin the next record. All of them are followed at once: scans that reach the same state are
 * merged, so at most four are open, and every byte is looked at once, whatever the file contains.
 *
 * Line starts form a queue; index 0 is the first that was not removed. Offsets are absolute.
 */
export class LineRuns {
  readonly #kinds: Uint8Array;
  #offsets: number[];
  #runs: Run[];
  /** Line starts in front of this index are removed. */
  #head = 0;
  // Open scans by state: at the start of a field, in an unquoted field, inside quotes, and behind a quote.
  #fieldStart: Run | undefined;
  #plain: Run | undefined;
  #quoted: Run | undefined;
  #quoteClosed: Run | undefined;
  #scanned: number;
  #work = 0;

  /** `separator` is a byte; undefined where quotes have no meaning. */
  constructor(separator: number | undefined, from: number) {
    this.#kinds = new Uint8Array(256);
    this.#kinds[LF] = LINE_END;
    if (separator !== undefined) {
      this.#kinds[separator] = SEPARATOR;
      this.#kinds[QUOTE] = QUOTATION;
      this.#kinds[CR] = RETURN;
    }
    this.#scanned = from;
    this.#fieldStart = { into: undefined, end: undefined };
    this.#offsets = [from];
    this.#runs = [this.#fieldStart];
  }

  /** Offset behind the last byte that was scanned. */
  get scanned(): number {
    return this.#scanned;
  }

  /** Bytes looked at and merged scans followed so far: linear in the bytes. */
  get work(): number {
    return this.#work;
  }

  scan(bytes: Buffer): void {
    const kinds = this.#kinds;
    const base = this.#scanned;
    for (let i = 0; i < bytes.length; i++) {
      switch (kinds[bytes[i] ?? 0]) {
        case TEXT:
          // Nearly every byte ends here, with nothing to do.
          if (this.#fieldStart !== undefined || this.#quoteClosed !== undefined) this.#text(base + i);
          break;
        case SEPARATOR:
          this.#fieldStart = merged(merged(this.#fieldStart, this.#plain), this.#quoteClosed);
          this.#plain = undefined;
          this.#quoteClosed = undefined;
          break;
        case LINE_END:
          this.#lineEnd(base + i);
          break;
        case QUOTATION: {
          const opened = merged(this.#fieldStart, this.#quoteClosed);
          this.#fieldStart = undefined;
          this.#quoteClosed = this.#quoted;
          this.#quoted = opened;
          break;
        }
        default:
          this.#plain = merged(merged(this.#fieldStart, this.#plain), this.#quoteClosed);
          this.#fieldStart = undefined;
          this.#quoteClosed = undefined;
      }
    }
    this.#scanned += bytes.length;
    this.#work += bytes.length;
  }

  /** The file ends at `scanned`. */
  end(): void {
    const at = this.#scanned;
    this.#endUnquoted(at);
    if (this.#quoted !== undefined) this.#quoted.end = { kind: 'unclosed', at };
    this.#quoted = undefined;
  }

  /** Offset of the queue's line start `i`; undefined behind the last. */
  startOf(i: number): number | undefined {
    return this.#offsets[this.#head + i];
  }

  /** How the record of the first line start ends; undefined while that is not known. */
  get firstEnd(): RecordEnd | undefined {
    const first = this.#runs[this.#head];
    if (first === undefined) return undefined;
    let last = first;
    for (; last.into !== undefined; last = last.into) this.#work++;
    // Path compression: keeps the way short for the line starts that follow.
    for (let run = first; run.into !== undefined && run.into !== last; ) {
      const next = run.into;
      run.into = last;
      run = next;
    }
    return last.end;
  }

  /** Removes the line starts before an offset, and returns their number. */
  removeBefore(offset: number): number {
    const before = this.#head;
    while ((this.#offsets[this.#head] ?? Number.POSITIVE_INFINITY) < offset) this.#head++;
    const count = this.#head - before;
    if (this.#head > 4096 && this.#head * 2 > this.#offsets.length) {
      this.#offsets = this.#offsets.slice(this.#head);
      this.#runs = this.#runs.slice(this.#head);
      this.#head = 0;
    }
    return count;
  }

  #text(at: number): void {
    this.#plain = merged(this.#fieldStart, this.#plain);
    this.#fieldStart = undefined;
    if (this.#quoteClosed !== undefined) this.#quoteClosed.end = { kind: 'malformed', at };
    this.#quoteClosed = undefined;
  }

  #lineEnd(at: number): void {
    this.#endUnquoted(at);
    this.#fieldStart = { into: undefined, end: undefined };
    this.#offsets.push(at + 1);
    this.#runs.push(this.#fieldStart);
  }

  #endUnquoted(at: number): void {
    const ended = merged(merged(this.#fieldStart, this.#plain), this.#quoteClosed);
    if (ended !== undefined) ended.end = { kind: 'ended', at };
    this.#fieldStart = undefined;
    this.#plain = undefined;
    this.#quoteClosed = undefined;
  }
}

/** One run for both. The older one stays where there is one, because most line starts lead to it. */
function merged(one: Run | undefined, other: Run | undefined): Run | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  other.into = one;
  return one;
}
