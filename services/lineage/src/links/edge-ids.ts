import type { Database } from '@pii-vault/platform/postgres/database';

const BLOCK = 256;

/**
 * Ids for new edges, drawn ahead in transactions with synchronous commit. The commit of an edge is asynchronous
 * (begin-match.ts): a crash of PostgreSQL may lose an edge that a user has read. Its id must not name another pair
 * afterwards, or the user would decide about that one.
 */
export class EdgeIds {
  readonly #db: Pick<Database, 'system'>;
  #drawn: number[] = [];

  constructor(db: Pick<Database, 'system'>) {
    this.#db = db;
  }

  async take(count: number): Promise<number[]> {
    while (this.#drawn.length < count) this.#drawn.push(...(await this.#draw(Math.max(BLOCK, count))));
    return this.#drawn.splice(0, count);
  }

  /** The next ids are higher than all that the sequence has given so far. */
  forget(): void {
    this.#drawn = [];
  }

  async #draw(count: number): Promise<number[]> {
    const rows = await this.#db.system((tx) =>
      tx.query<{ id: number }>({
        name: 'edge_ids_draw',
        text: `SELECT nextval('edge_id') AS id FROM generate_series(1, $1::int)`,
        values: [count],
      }),
    );
    return rows.map(({ id }) => id);
  }
}
