import pg from 'pg';

/** One row of a COPY in PostgreSQL's binary format; to be read before the next one comes. Columns count from 0. */
export interface CopiedRow {
  /** An int4 or int8. @throws RangeError when it is no safe integer */
  integer(column: number): number;
  /** What a bytea holds, a view into memory that is used again. */
  bytes(column: number): Uint8Array;
}

/** "PGCOPY", flags and the length of an extension (PostgreSQL manual, COPY, Binary Format). */
const HEADER_BYTES = 19;
const TRAILER = -1;

/**
 * Runs `COPY (…) TO STDOUT (FORMAT binary)` on a connection and hands over row by row: nothing is kept, so that a million
 * rows take no more memory than one. After a failure of `onRow` the rest is read and thrown away.
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

  integer(column: number): number {
    const start = this.#starts[column] ?? 0;
    if (this.#chunk.readInt32BE(start) === 4) return this.#chunk.readInt32BE(start + 4);
    const value = this.#chunk.readInt32BE(start + 4) * 2 ** 32 + this.#chunk.readUInt32BE(start + 8);
    if (!Number.isSafeInteger(value)) throw new RangeError('an int8 column holds more than a safe integer');
    return value;
  }

  bytes(column: number): Uint8Array {
    const start = this.#starts[column] ?? 0;
    return this.#chunk.subarray(start + 4, start + 4 + Math.max(0, this.#chunk.readInt32BE(start)));
  }
}
