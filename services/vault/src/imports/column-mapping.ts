import { FIELD_TYPES, isFieldType } from '../field-types/field-type.ts';
import {
  type ColumnMapping,
  type ColumnPlan,
  type ColumnTarget,
  columnsOf,
  planColumns,
} from './column-plan.ts';
import { invalidMapping, unusableHeader } from './import-errors.ts';

/** A row of people has a dozen columns. */
const MAX_COLUMNS = 512;

/** Targets whose columns are joined; of every other there is one. */
const JOINED: ReadonlySet<ColumnTarget> = new Set(['name', 'address', 'ignore']);

/**
 * The caller's mapping, JSON `{column: fieldType | "externalId" | "ignore"}`; undefined for ''.
 * @throws AppError IMPORT_MAPPING when it is no such object or gives two columns to a target that has one
 */
export function parseMapping(json: string): ColumnMapping | undefined {
  if (json === '') return undefined;
  const entries = Object.entries(parseObject(json));
  if (entries.length > MAX_COLUMNS) throw invalidMapping(`The mapping has more than ${MAX_COLUMNS} columns`);
  const used = new Set<ColumnTarget>();
  const mapping: Array<[string, ColumnTarget]> = entries.map(([column, value]) => {
    const target = asTarget(value);
    if (used.has(target) && !JOINED.has(target)) throw invalidMapping(`Two columns are mapped to ${target}`);
    used.add(target);
    return [column, target];
  });
  return Object.fromEntries(mapping);
}

function parseObject(json: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw invalidMapping('The mapping is not valid JSON', { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalidMapping('The mapping is not a JSON object of columns');
  }
  return parsed;
}

function asTarget(target: unknown): ColumnTarget {
  if (target === 'externalId' || target === 'ignore') return target;
  if (typeof target === 'string' && isFieldType(target)) return target;
  throw invalidMapping(`A column is mapped to one of ${FIELD_TYPES.join(', ')}, externalId or ignore`);
}

/**
 * The plan of a file whose header row (or first object) names these columns.
 * @throws AppError IMPORT_HEADER when no column is a field, a name stands twice or there are too many columns;
 * IMPORT_MAPPING when the mapping names a column that a header row does not have
 */
export function planFile(
  columns: readonly string[],
  mapping: ColumnMapping | undefined,
  options: { readonly isHeaderRow: boolean },
): ColumnPlan {
  if (columns.length > MAX_COLUMNS) throw unusableHeader(`The file has more than ${MAX_COLUMNS} columns`);
  if (new Set(columns).size < columns.length)
    throw unusableHeader('Two columns of the file have the same name');
  const missing = Object.keys(mapping ?? {}).filter((column) => !columns.includes(column));
  if (options.isHeaderRow && missing.length > 0) {
    throw invalidMapping('The mapping names a column that the file does not have');
  }
  // The first object of NDJSON need not have every key that others have.
  const known = options.isHeaderRow ? columns : [...columns, ...missing];
  const plan = planColumns(known, mapping);
  if (FIELD_TYPES.every((type) => columnsOf(plan, type).length === 0)) {
    throw unusableHeader(
      'No column of the file is a known field; name them in the header row or send a mapping',
    );
  }
  return plan;
}
