import type { Permission } from '@pii-vault/contract/permissions';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import { exportScopeChanged } from '@pii-vault/platform/core/tables/export-cursor';
import { dayIn } from '@pii-vault/platform/values/zoned-day';
import type { Clients } from '../clients.ts';
import type { FileReply } from '../edge/handler.ts';
import type { ZoneFor } from '../edge/period.ts';
import { given } from '../wire/values.ts';
import type { FetchedPage } from './all-pages.ts';
import { type TableFormat, tableFile } from './table-file.ts';

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
