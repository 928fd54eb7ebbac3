import { client } from '../../../client/client.ts';
import type { Entries, EntriesQuery } from './lineage-entries.ts';

const PAGE = 200;

/** Every relationship of the filtered list, page after page; `onProgress` gets the rows so far. @throws Problem */
export async function allRelationships(
  query: EntriesQuery,
  onProgress: (done: number, total: number | undefined) => void,
  signal: AbortSignal,
): Promise<Entries> {
  const rows: Entries = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /data-lineage/entries', {
      query: { ...query, limit: PAGE, cursor },
      signal,
    });
    rows.push(...page.rows);
    onProgress(rows.length, page.total);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}
