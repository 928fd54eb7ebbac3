import { invalidField } from '../../errors.ts';
import type { Individual } from './individual.ts';

export type Column = 'id' | 'updated_at' | 'quality';

/** The supported orders; each has an index of individuals. */
export interface PageOrder {
  readonly column: Column;
  readonly isDescending: boolean;
}

const COLUMNS: Readonly<Record<string, Column>> = { id: 'id', updatedAt: 'updated_at', quality: 'quality' };

/** `id` orders by (company, id); the others by (value, company, id). @throws AppError INVALID_ARGUMENT SORT_UNKNOWN */
export function pageOrderOf(sort: string): PageOrder {
  const column = COLUMNS[sort.replace(/^-/, '')];
  if (column === undefined) throw invalidField('SORT_UNKNOWN', 'sort', 'is none of id, updatedAt, quality');
  return { column, isDescending: sort.startsWith('-') };
}

/** The last row of the previous page. `value` is that of the order's column, a time as ISO text. */
export interface Position {
  readonly value: number | string;
  readonly companyId: number;
  readonly id: number;
}

export function positionOf(order: PageOrder, row: Individual): Position {
  return { value: columnValue(order.column, row), companyId: row.companyId, id: row.id };
}

function columnValue(column: Column, row: Individual): number | string {
  if (column === 'updated_at') return row.updatedAt.toISOString();
  return column === 'quality' ? row.quality : row.id;
}

/** Compares rows in the order of the page. */
export function comparing(order: PageOrder): (a: Individual, b: Individual) => number {
  const sign = order.isDescending ? -1 : 1;
  return (a, b) => {
    if (order.column === 'id') return sign * (a.companyId - b.companyId || a.id - b.id);
    const [left, right] = [columnValue(order.column, a), columnValue(order.column, b)];
    const byValue = left < right ? -1 : Number(left > right);
    return sign * (byValue || a.companyId - b.companyId || a.id - b.id);
  };
}

/** By company and id. */
export const OWN_ORDER = 'id';

/** The page's people, and the position of the next page if one more row was found. */
export function cutAt(
  limit: number,
  name: string,
  found: Individual[],
): { individuals: Individual[]; nextCursor?: string } {
  const order = pageOrderOf(name);
  const individuals = found.sort(comparing(order)).slice(0, limit);
  const last = individuals.at(-1);
  if (found.length <= limit || last === undefined) return { individuals };
  return { individuals, nextCursor: encodePosition(name, positionOf(order, last)) };
}

export function encodePosition(name: string, position: Position): string {
  return JSON.stringify([name, position.value, position.companyId, position.id]);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const VALUES: Readonly<Record<string, RegExp>> = {
  id: /^\d{1,15}$/,
  quality: /^\d{1,3}$/,
  updatedAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  master_key: UUID,
  within_key: UUID,
};

/** @throws AppError INVALID_ARGUMENT INVALID_CURSOR for a cursor of another order */
export function decodePosition(name: string, cursor: string): Position {
  const parts = parsed(cursor);
  const [given, value, companyId, id] = parts;
  const isRight =
    parts.length === 4 &&
    given === name &&
    (typeof value === 'number' || typeof value === 'string') &&
    VALUES[name.replace(/^-/, '')]?.test(String(value)) === true &&
    Number.isSafeInteger(companyId) &&
    Number.isSafeInteger(id);
  if (!isRight) throw invalidField('INVALID_CURSOR', 'cursor', 'is not of this list');
  return { value, companyId: Number(companyId), id: Number(id) };
}

function parsed(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(cursor);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
