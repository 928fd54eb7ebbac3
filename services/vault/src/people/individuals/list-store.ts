import type { Database } from '@pii-vault/platform/postgres/database';
import type { Individual, Presence } from './individual.ts';
import { type IndividualRow, individualOf } from './individuals-store.ts';
import type { Position } from './page-order.ts';

export interface ListQuery {
  /** Ascending. */
  readonly companies: readonly number[];
  /** Ascending; the answer names those that hold the page's people. */
  readonly everywhere: readonly number[];
  /** Union of both, ascending, without duplicates: every row is compared with all of them. */
  readonly scope: readonly number[];
  readonly after?: Position;
  readonly limit: number;
}

export interface ListedPeople {
  readonly individuals: Individual[];
  readonly presences: Presence[];
  /** Number of people of the companies, on all pages. */
  readonly total: number;
}

interface ListRow extends IndividualRow {
  readonly total: number;
  readonly holders: readonly number[];
  readonly holder_masks: readonly number[];
}

/** The row of an empty page. */
interface EmptyRow {
  readonly total: number;
  readonly id: null;
}

const LIST_PEOPLE = {
  name: 'list_people',
  text: 'SELECT * FROM list_people($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer)',
};

/** By (company, id): people, their companies, and the total, in one round trip. */
export async function readList(db: Pick<Database, 'read'>, query: ListQuery): Promise<ListedPeople> {
  const { companies, everywhere, scope, after, limit } = query;
  const values = [scope, companies, companies.map((id) => idAfter(id, after)), everywhere, limit];
  const rows = await db.read<ListRow | EmptyRow>({ ...LIST_PEOPLE, values });
  const people = rows.filter((row): row is ListRow => row.id !== null);
  return {
    individuals: people.map(individualOf),
    presences: people
      .filter(isFirstOfPerson)
      .flatMap(({ id, holders, holder_masks: masks }) =>
        holders.map((companyId, n) => ({ companyId, id, typeMask: masks[n] ?? 0 })),
      ),
    total: rows[0]?.total ?? 0,
  };
}

/** A person that several of the companies hold has one row for each, and each row names all of them. */
function isFirstOfPerson({ id }: ListRow, at: number, rows: readonly ListRow[]): boolean {
  return rows.findIndex((row) => row.id === id) === at;
}

/** The id after which a company's people continue; null when all were listed. */
function idAfter(companyId: number, after: Position | undefined): number | null {
  if (after === undefined || companyId > after.companyId) return 0;
  return companyId === after.companyId ? after.id : null;
}
