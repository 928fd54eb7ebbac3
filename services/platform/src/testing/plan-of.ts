import type { Database, Scope, Tx } from '../postgres/database.ts';

interface Planned {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The plan of a statement under row-level security, with the current statistics of the table. `how`: options of
 * EXPLAIN.
 */
export async function planOf(
  db: Pick<Database, 'tenant' | 'system'>,
  scope: Scope | 'system',
  { text, values }: Planned,
  how = 'VERBOSE',
): Promise<string> {
  const explain = (tx: Tx) => tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${how}) ${text}`, values);
  const rows = await (scope === 'system' ? db.system(explain) : db.tenant(scope, explain));
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
