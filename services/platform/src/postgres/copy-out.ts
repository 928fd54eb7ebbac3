import pg from 'pg';
import { POSTGRES_EPOCH_MS } from './postgres-epoch.ts';

/** One row of a COPY in PostgreSQL's binary format; valid until the next one. Columns count from 0. */
export interface CopiedRow {
  /** Call it first for a column that may be NULL. */
  isNull(column: number): boolean;
  /** An int4 or int8. @throws RangeError when it is no safe integer */
  integer(column: number): number;
  /** The content of a bytea: a view into memory that the next row overwrites. */
  bytes(column: number): Uint8Array;
  text(column: number): string;
  uuid(column: number): string;
  /** A timestamptz, to the millisecond. */
  time(column: number): Date;
}

/** "PGCOPY", flags and the length of an extension (PostgreSQL manual, COPY, Binary Format). */
const HEADER_BYTES = 19;
const TRAILER = -1;
/**
 * Runs `COPY (…) TO STDOUT (FORMAT binary)` on a connection and hands over row by row: nothing is kept, so that a
 * million rows take no more memory than one. After a failure of `onRow` the rest is read and thrown away.
 */
export function copyOut(
  client: pg.ClientBase,
  text: string,
  onRow: (row: CopiedRow) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyOut(text, onRow, resolve, reject));
  });
}

/** What the driver calls while a statement is under way; a pipelined connection takes nothing but its own kind. */
class CopyOut extends pg.Query {
  readonly #onRow: (row: CopiedRow) => void;
  readonly #resolve: (rows: number) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #row = new BinaryRow();
  readonly #text: string;
  #rows = 0;
  #failure: { readonly reason: unknown } | undefined;

  constructor(
    text: string,
    onRow: (row: CopiedRow) => void,
    resolve: (rows: number) => void,
    reject: (reason: unknown) => void,
  ) {
    super(text);
    this.#text = text;
    this.#onRow = onRow;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override submit = (connection: pg.Connection): void => connection.query(this.#text);

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#failure !== undefined) return;
    try {
      const start = this.#rows === 0 ? HEADER_BYTES + chunk.readInt32BE(HEADER_BYTES - 4) : 0;
      if (start === chunk.length || chunk.readInt16BE(start) === TRAILER) return;
      this.#row.read(chunk, start);
      this.#rows += 1;
      this.#onRow(this.#row);
    } catch (error) {
      this.#failure = { reason: error };
    }
  }

  handleError(error: unknown): void {
    this.#failure ??= { reason: error };
    this.#reject(this.#failure.reason);
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve(this.#rows);
    else this.#reject(this.#failure.reason);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

class BinaryRow implements CopiedRow {
  #chunk: Buffer = Buffer.alloc(0);
  readonly #starts: number[] = [];

  read(chunk: Buffer, start: number): void {
    this.#chunk = chunk;
    const columns = chunk.readInt16BE(start);
    let at = start + 2;
    for (let column = 0; column < columns; column += 1) {
      this.#starts[column] = at;
      at += 4 + Math.max(0, chunk.readInt32BE(at));
    }
  }

  isNull(column: number): boolean {
    return this.#chunk.readInt32BE(this.#starts[column] ?? 0) < 0;
  }

  integer(column: number): number {
    const start = this.#starts[column] ?? 0;
    const length = this.#chunk.readInt32BE(start);
    if (length === 4) return this.#chunk.readInt32BE(start + 4);
    if (length !== 8) throw new RangeError('the column is neither an int4 nor an int8');
    const value = this.#chunk.readInt32BE(start + 4) * 2 ** 32 + this.#chunk.readUInt32BE(start + 8);
    if (!Number.isSafeInteger(value)) throw new RangeError('an int8 column holds more than a safe integer');
    return value;
  }

  bytes(column: number): Uint8Array {
    return this.#chunk.subarray(this.#from(column), this.#to(column));
  }

  text(column: number): string {
    return this.#chunk.toString('utf8', this.#from(column), this.#to(column));
  }

  uuid(column: number): string {
    return uuidText(this.#chunk, this.#from(column));
  }

  time(column: number): Date {
    return new Date(Math.floor(this.integer(column) / 1_000) + POSTGRES_EPOCH_MS);
  }

  #from(column: number): number {
    return (this.#starts[column] ?? 0) + 4;
  }

  #to(column: number): number {
    const from = this.#from(column);
    return from + Math.max(0, this.#chunk.readInt32BE(from - 4));
  }
}

/** Usual text (RFC 9562, section 4) of the 16 bytes that begin at `at`. */
function uuidText(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
