import { type AppError, aborted } from '../errors/app-error.ts';

/**
 * The cursor of a file's next page, with the companies that this page was read from: when one closes between two pages,
 * the file has to end in an error and not as a shorter list. One that is new does no harm.
 */
export function exportCursor(companies: readonly number[], position: string): string {
  return `${companies.join()} ${position}`;
}

/** The position in it. @throws AppError ABORTED EXPORT_SCOPE_CHANGED when one of the companies is not there any more */
export function exportPosition(companies: readonly number[], cursor: string): string {
  const end = cursor.indexOf(' ');
  const now = new Set(companies.map(String));
  if (
    end < 0 ||
    !cursor
      .slice(0, end)
      .split(',')
      .every((id) => now.has(id))
  )
    throw exportScopeChanged();
  return cursor.slice(end + 1);
}

export function exportScopeChanged(): AppError {
  const message = 'Access to companies in this file has ended since it was requested; request it again';
  return aborted('EXPORT_SCOPE_CHANGED', message);
}
