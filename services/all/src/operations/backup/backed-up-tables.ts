import type pg from 'pg';

/** A table and its columns without generated ones, which PostgreSQL computes again. */
export interface BackedUpTable {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, table }: Pick<BackedUpTable, 'schema' | 'table'>) =>
  `${quoted(schema)}.${quoted(table)}`;
export const columnList = ({ columns }: Pick<BackedUpTable, 'columns'>) => columns.map(quoted).join(', ');

/** Tables of applied migrations and functions; the migrations of the new vault write them. */
const MIGRATION_TABLES = ['migrations', 'platform_migrations', 'applied_functions'];

/** Every table of these schemas, in a stable order. */
export async function backedUpTables(
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS table,
       array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND c.relname <> ALL ($2)
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
    [schemas, MIGRATION_TABLES],
  );
  return rows;
}

/** Applied migrations by schema. */
export async function appliedMigrations(
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {};
  for (const schema of schemas) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${quoted(schema)}.platform_migrations UNION ALL SELECT name FROM ${quoted(schema)}.migrations
       ORDER BY name`,
    );
    applied[schema] = rows.map(({ name }) => name);
  }
  return applied;
}

/** Next values of sequences: schema, name, value. */
export async function sequenceValues(
  client: pg.ClientBase,
  schemas: readonly string[],
): Promise<[string, string, string][]> {
  const { rows } = await client.query<{ schemaname: string; sequencename: string; next: string }>(
    `SELECT schemaname, sequencename, (coalesce(last_value + increment_by, start_value))::text AS next
     FROM pg_sequences WHERE schemaname = ANY ($1) ORDER BY 1, 2`,
    [schemas],
  );
  return rows.map(({ schemaname, sequencename, next }) => [schemaname, sequencename, next]);
}
