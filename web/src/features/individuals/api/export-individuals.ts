import { client } from '../../../client/client.ts';
import type { Individuals, IndividualsQuery } from './individuals.ts';

const PAGE = 200;

/** Every row of the filtered set, page after page; `onProgress` gets the rows so far. @throws Problem */
export async function allIndividuals(
  query: IndividualsQuery,
  onProgress: (done: number, total: number | undefined) => void,
  signal: AbortSignal,
): Promise<Individuals> {
  const rows: Individuals = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /individuals', { query: { ...query, limit: PAGE, cursor }, signal });
    rows.push(...page.rows);
    onProgress(rows.length, page.total);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}
