import type { Permission } from '@pii-vault/contract/permissions';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import { type Columns, csvChunks } from '@pii-vault/platform/core/tables/csv-chunks';
import { exportScopeChanged } from '@pii-vault/platform/core/tables/export-cursor';
import { jsonChunks } from '@pii-vault/platform/core/tables/json-chunks';
import { dayIn } from '@pii-vault/platform/values/zoned-day';
import type { Clients } from '../clients.ts';
import type { FileReply } from '../edge/handler.ts';
import type { ZoneFor } from '../edge/period.ts';
import { given } from '../wire/values.ts';
import type { FetchedPage } from './all-pages.ts';

/** Rows per page of an export: the maximum of a list. */
export const exportPageRows = 200;

interface ExportedList<T> {
  /** Kind of the rows in kebab-case, for file name and audit trail. */
  readonly name: string;
  readonly format: TableFormat;
  /** Permission for reading the rows; absent: all companies of the caller are listed. */
  readonly permission?: Permission;
  readonly companyId?: number | undefined;
  /**
   * Filters with closed value sets, recorded in the trail; free input may contain personal data and is not recorded.
   */
  readonly filters?: Readonly<Record<string, string | number | undefined>>;
  readonly columns: Columns<T>;
  /** At most `exportPageRows` rows at a position; undefined: from the start. */
  page(ctx: Ctx, position: string | undefined): Promise<FetchedPage<T>>;
}

export type ExportDeps = Pick<Clients, 'exports'> & { readonly zoneFor: ZoneFor };

/**
 * A list as a file. The export is audited before its first byte is sent. When the caller loses a company during the
 * export, the file ends in an error instead of being incomplete. Services check companies that close.
 */
export async function exportList<T>(
  { exports, zoneFor }: ExportDeps,
  { ctx: first, renewed }: { readonly ctx: Ctx; readonly renewed: () => Promise<Ctx> },
  list: ExportedList<T>,
): Promise<FileReply<'text/csv' | 'application/json'>> {
  async function* pages(): AsyncGenerator<readonly T[]> {
    let position: string | undefined;
    let reach: string | undefined;
    do {
      const ctx = await renewed();
      reach = sameReach(reach, reachOf(ctx, list.permission));
      const { rows, next } = await list.page(ctx, position);
      if (position === undefined) await enter(ctx);
      yield rows;
      position = next;
    } while (position !== undefined);
  }
  const enter = (ctx: Ctx) =>
    exports.recordExport(ctx, {
      list: list.name,
      permission: list.permission ?? '',
      companyId: list.companyId,
      filters: textsOf({ format: list.format, ...list.filters }),
    });
  const { day } = dayIn(await zoneFor(first.caller, list.companyId), Date.now());
  return tableFile(list.format, { name: list.name, day, pages: pages(), columns: list.columns });
}

/** @throws AppError ABORTED EXPORT_SCOPE_CHANGED */
function sameReach(before: string | undefined, now: string): string {
  if (before !== undefined && before !== now) throw exportScopeChanged();
  return now;
}

function reachOf({ caller }: Ctx, permission: Permission | undefined): string {
  if (permission !== undefined) return String(companiesWith(caller, permission));
  return caller.kind === 'user' ? String([...caller.companies.keys()].sort((a, b) => a - b)) : '';
}

function textsOf(filters: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given(filters)).map(([name, value]) => [name, String(value)]));
}

type TableFormat = 'csv' | 'json';

interface Table<T> {
  /** Kind of the rows in kebab-case; the file is `<name>-<day>.<format>`. */
  readonly name: string;
  /** ISO date of today in the caller's zone. */
  readonly day: string;
  readonly pages: AsyncIterable<readonly T[]>;
  /** Columns of the CSV; JSON has the rows unchanged. */
  readonly columns: Columns<T>;
}

/** A list as a file, page by page: CSV for spreadsheets, or JSON with the rows of the list. */
function tableFile<T>(
  format: TableFormat,
  { name, day, pages, columns }: Table<T>,
): FileReply<'text/csv' | 'application/json'> {
  const fileName = `${name}-${day}.${format}`;
  return format === 'csv'
    ? { type: 'text/csv', fileName, chunks: csvChunks(pages, columns) }
    : { type: 'application/json', fileName, chunks: jsonChunks(pages) };
}
