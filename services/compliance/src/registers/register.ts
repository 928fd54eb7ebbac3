import { idIn } from '@pii-vault/platform/core/tables/list-cursor';
import type { SealedText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { invalidEntry } from '../errors.ts';
import type { Texts } from './texts/sealed-texts.ts';

/** What every row of a register has. */
export interface RegisterRow {
  readonly id: number;
  readonly companyId: number;
  /** UUID that the sealed texts are bound to. */
  readonly textId: string;
  readonly texts: Buffer;
  readonly textKeyVersion: number;
  /** Names of the texts that are filled, in the clear. */
  readonly textNames: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly rowVersion: number;
}

/** The columns of RegisterRow, in every SELECT and RETURNING of a register. */
export const ROW_COLUMNS = `id, company_id AS "companyId", text_id AS "textId", texts,
  text_key_version AS "textKeyVersion", text_names AS "textNames", created_at AS "createdAt", updated_at AS "updatedAt",
  row_version AS "rowVersion"`;

/** What is to be stored: fields in the clear and the texts, sealed. */
export interface Written<Fields> {
  readonly fields: Fields;
  readonly textId: string;
  readonly sealed: SealedText;
  readonly textNames: readonly string[];
}

/** The statements of one register: each knows its own table. */
export interface Register<Row extends RegisterRow, Fields> {
  /** The table, as the AAD and the audit trail name it. */
  readonly name: 'purposes' | 'grievances' | 'incidents' | 'recipients';
  /** Most characters of each text, by its name; the others have OTHER_TEXTS. */
  readonly textLimits: Readonly<Record<string, number>>;
  /** Texts that the company publishes itself: every reader of the register sees them, identifiers masked. */
  readonly published: readonly string[];
  insert(tx: Tx, companyId: number, written: Written<Fields>): Promise<Row>;
  /** The row, locked against other changes until the end of the transaction. */
  lock(tx: Tx, id: number): Promise<Row | undefined>;
  update(tx: Tx, row: Row, written: Written<Fields>): Promise<Row>;
  /** Newest first: of the company, or of every company of the scope. */
  list(tx: Tx, page: RegisterPage): Promise<TextPage<Row>>;
}

/** Rows with their texts: fewer than the limit where the texts are long. */
export interface TextPage<Row> {
  readonly rows: readonly Row[];
  readonly isMore: boolean;
}

export interface RegisterPage {
  readonly companyId?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Only entries of the company for one of these. */
  readonly purposes?: readonly string[] | undefined;
}

/** A row with its texts opened. */
export interface Entry<Row extends RegisterRow> {
  readonly row: Row;
  readonly texts: Texts;
}

/** List statements of a table: of one company, and of all companies of the scope, each from its own index. */
export interface ListQueries {
  readonly one: string;
  readonly all: string;
  /** Of one company, for the purposes $4; undefined where entries have none. */
  readonly forPurposes: string | undefined;
}

/** @param isForPurposes condition on $4, an array of purposes */
export function listQueries(table: string, columns: string, isForPurposes?: string): ListQueries {
  const end = 'ORDER BY id DESC LIMIT $2::integer';
  const ofCompany = `SELECT ${columns} FROM ${table} WHERE company_id = $3::bigint AND id < $1::bigint`;
  return {
    one: `${ofCompany} ${end}`,
    all: `SELECT ${columns} FROM ${table} WHERE id < $1::bigint ${end}`,
    forPurposes: isForPurposes === undefined ? undefined : `${ofCompany} AND ${isForPurposes} ${end}`,
  };
}

export async function listRows<Row extends object>(
  tx: Tx,
  queries: ListQueries,
  { companyId, cursor, limit, purposes }: RegisterPage,
): Promise<Row[]> {
  const from = [idIn(cursor) ?? Number.MAX_SAFE_INTEGER, limit];
  if (purposes !== undefined) {
    if (queries.forPurposes === undefined) throw new Error('The entries of this register have no purposes');
    return await tx.query<Row>(queries.forPurposes, [...from, companyId, purposes]);
  }
  if (companyId === undefined) return await tx.query<Row>(queries.all, from);
  return await tx.query<Row>(queries.one, [...from, companyId]);
}

/**
 * Bytes of sealed texts up to which a page takes another row. A row has up to 400 KiB: six headings of 10,000
 * characters and the places of the identifiers in them. Decrypting and parsing a page takes about 30 ms.
 */
const PAGE_BYTES = 1024 * 1024;

/** The list statements of a table with sealed texts. */
export function textQueries(table: string, columns: string, isForPurposes?: string): ListQueries {
  const bytes = 'octet_length(texts)';
  const inner = listQueries(
    table,
    `*, sum(${bytes}) OVER (ORDER BY id DESC ROWS UNBOUNDED PRECEDING) - ${bytes} AS bytes_before`,
    isForPurposes,
  );
  const cut = (page: string) => `SELECT ${columns}, found
    FROM (SELECT *, (count(*) OVER ())::integer AS found FROM (${page}) AS page) AS counted
    WHERE bytes_before < ${PAGE_BYTES}`;
  const forPurposes = inner.forPurposes === undefined ? undefined : cut(inner.forPurposes);
  return { one: cut(inner.one), all: cut(inner.all), forPurposes };
}

/** At least one row, if there is any. */
export async function listTexts<Row extends RegisterRow>(
  tx: Tx,
  queries: ListQueries,
  page: RegisterPage,
): Promise<TextPage<Row>> {
  const { limit } = page;
  const found = await listRows<Row & { found: number }>(tx, queries, { ...page, limit: limit + 1 });
  // PostgreSQL would sort the page once more for an ORDER BY around it.
  const rows = found.toSorted((a, b) => b.id - a.id).slice(0, limit);
  return { rows, isMore: rows.length < (found[0]?.found ?? 0) };
}

/** The row, locked against other changes until the end of the transaction. */
export async function lockRow<Row extends object>(
  tx: Tx,
  table: string,
  { columns, id }: { readonly columns: string; readonly id: number },
): Promise<Row | undefined> {
  const rows = await tx.query<Row>(`SELECT ${columns} FROM ${table} WHERE id = $1::bigint FOR UPDATE`, [id]);
  return rows[0];
}

/** Most characters of a text for which its register sets no limit. */
const OTHER_TEXTS = 200;

/** @throws AppError INVALID_ENTRY when a text is too long */
export function checkTexts({ textLimits }: Pick<Register<never, never>, 'textLimits'>, texts: Texts): void {
  for (const [name, text] of Object.entries(texts)) {
    const most = textLimits[name] ?? OTHER_TEXTS;
    if (text.length > most) throw invalidEntry(name, `At most ${most} characters`);
  }
}

/** Names of what a change sets. */
export function namesOf(change: object): string[] {
  return Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
