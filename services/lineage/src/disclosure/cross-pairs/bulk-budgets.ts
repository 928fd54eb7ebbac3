import type { Tx } from '@pii-vault/platform/postgres/database';
import { isImport } from '../probes/credentials.ts';
import type { Spender } from '../probes/probes-store.ts';
import type { Budgets } from './disclosure.ts';

/** Number of people that imports must write for each pair beyond the budget of one credential. */
const PEOPLE_PER_PAIR = 10;
/** Cost limit: a person may be in several writes. */
const MOST_READ = 4;

type BulkBudgets = Pick<Budgets, 'importLinksPerHour' | 'importLinksAlarm'>;

/**
 * Budgets of a bulk writer. Those of a company's imports grow with the people that they wrote since then: a file of
 * guesses has few rows and many hits. Without volume they have the budget of one credential, and the alarm with it.
 */
export async function bulkBudgets(
  tx: Tx,
  { linksPerHour, importLinksPerHour, importLinksAlarm }: Budgets,
  { companyId, credential }: Spender,
  since: Date,
): Promise<BulkBudgets> {
  if (!isImport(credential)) return { importLinksPerHour, importLinksAlarm };
  const most = PEOPLE_PER_PAIR * importLinksPerHour;
  const [row] = await tx.query<{ people: number }>(
    `SELECT count(DISTINCT id)::int AS people FROM (SELECT unnest(w.individual_ids) AS id FROM record_writes w
       WHERE w.company_id = $1 AND w.credential LIKE 'import:%' AND w.written_at > $2::timestamptz LIMIT $3::bigint) r`,
    [companyId, since, MOST_READ * most],
  );
  const earned = linksPerHour + Math.floor((row?.people ?? 0) / PEOPLE_PER_PAIR);
  return {
    importLinksPerHour: Math.min(importLinksPerHour, earned),
    importLinksAlarm: Math.min(importLinksAlarm, earned),
  };
}
