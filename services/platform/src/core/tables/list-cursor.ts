import { invalidArgument } from '../errors/app-error.ts';

/**
 * Where the next page of a list begins, as messages have it: the numbers of the last row's sort key. Plain text: the
 * gateway authenticates it before a client sees it.
 */
export const cursorOf = (...key: readonly number[]): string => key.join('.');

/** The `count` numbers of a cursor. @throws AppError INVALID_ARGUMENT INVALID_CURSOR */
export function keyIn(cursor: string | undefined, count: number): readonly number[] | undefined {
  if (cursor === undefined) return undefined;
  const key = cursor.split('.');
  if (key.length !== count || !key.every((number) => /^\d{1,16}$/.test(number)))
    throw invalidArgument('INVALID_CURSOR', 'This page link is not valid any more; start again');
  return key.map(Number);
}

/** The id in the cursor of a list by id. @throws AppError INVALID_ARGUMENT INVALID_CURSOR */
export const idIn = (cursor: string | undefined): number | undefined => keyIn(cursor, 1)?.[0];

/** A page of a list by id. @param found has one row more than `limit` when there is another page */
export function pageById<T extends { readonly id: number }>(
  found: readonly T[],
  limit: number,
): { readonly rows: T[]; readonly nextCursor: string | undefined } {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last && cursorOf(last.id) };
}
