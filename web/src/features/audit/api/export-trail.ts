import { client } from '../../../client/client.ts';
import type { Trail, TrailQuery } from './audit-trail.ts';

const PAGE = 200;

/** Every entry of the filtered trail, page after page; `onProgress` gets the rows so far. @throws Problem */
export async function allEntries(
  query: TrailQuery,
  onProgress: (done: number, total: number | undefined) => void,
  signal: AbortSignal,
): Promise<Trail> {
  const rows: Trail = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /audit-trail', { query: { ...query, limit: PAGE, cursor }, signal });
    rows.push(...page.rows);
    onProgress(rows.length, page.total);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}
