import { isDeepStrictEqual } from 'node:util';
import { columnsOf, type TrailColumns } from '../../entries/columns.ts';
import type { Leaf } from '../../entries/leaf.ts';
import { canonicalJson, type Json } from '../../tree/canonical/canonical-json.ts';
import { isSameHash, leafHash } from '../../tree/merkle/hash.ts';

/** A row as verification reads it. */
export interface CheckedRow {
  readonly leafIndex: number;
  readonly columns: TrailColumns;
  readonly leaf: Buffer;
  readonly salt: Buffer;
  readonly leafHash: Buffer;
}

/** The fault of an entry, as the end of the sentence "Entry n …". */
export type Fault = string;

/** The leaf of a row whose bytes, hash and columns agree, or its fault. */
export function checkRow(row: CheckedRow): Leaf | Fault {
  if (!isSameHash(leafHash(row.salt, row.leaf), row.leafHash))
    return 'was changed: its bytes do not have the hash that was recorded';
  const leaf = readLeaf(row.leaf);
  if (leaf === undefined) return 'was changed: its bytes are not a canonical entry';
  const differing = differingColumn(columnsOf(leaf), row.columns);
  return differing === undefined ? leaf : `was changed: its column ${differing} differs from what was signed`;
}

function readLeaf(bytes: Buffer): Leaf | undefined {
  try {
    const text = bytes.toString();
    const value = JSON.parse(text) as Leaf & { readonly [key: string]: Json };
    return canonicalJson(value) === text && value.version === 1 ? value : undefined;
  } catch {
    return undefined;
  }
}

function differingColumn(derived: TrailColumns, stored: TrailColumns): string | undefined {
  const names = Object.keys(derived) as (keyof TrailColumns)[];
  const differing = names.find((name) => !isDeepStrictEqual(plain(derived[name]), stored[name]));
  return differing?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A derived column as the database returns it: without undefined members. */
function plain(value: TrailColumns[keyof TrailColumns]): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
