import type { Page } from '@pii-vault/contract/client';

/** The rows of all pages. `onPage` gets the number of rows so far, and the total if the API returns it. */
export async function allPages<Row>(
  read: (cursor: string | undefined) => Promise<Page<readonly Row[]>>,
  onPage: (rows: number, total: number | undefined) => void = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    onPage(rows.length, page.total);
    cursor = page.next;
  } while (cursor !== undefined);
  return rows;
}
