import { FIELD_TYPES, type FieldType } from '../field-types/field-type.ts';
import { type ColumnMapping, type ColumnPlan, columnsOf, planColumns } from './column-plan.ts';

/** What a row says of a person, not validated yet; blank cells are absent. */
export interface RawPerson {
  readonly fields: Partial<Record<FieldType, string>>;
  readonly externalId: string | undefined;
  /** The file's column (several: joined by ' + ') behind a field type or externalId. */
  columnOf(path: string): string;
}

export type RowMapper = (cells: ReadonlyMap<string, string>) => RawPerson;

type Source = readonly [target: FieldType | 'externalId', columns: readonly string[], separator: string];

function sourcesOf(plan: ColumnPlan): Source[] {
  return [...FIELD_TYPES, 'externalId' as const]
    .map((target): Source => [target, columnsOf(plan, target), target === 'address' ? ', ' : ' '])
    .filter(([, columns]) => columns.length > 0);
}

function mapRow(sources: readonly Source[], cells: ReadonlyMap<string, string>): RawPerson {
  const fields: Partial<Record<FieldType, string>> = {};
  let externalId: string | undefined;
  for (const [target, columns, separator] of sources) {
    const parts = columns.map((column) => cells.get(column)?.trim() ?? '').filter((part) => part !== '');
    if (parts.length === 0) continue;
    if (target === 'externalId') externalId = parts[0];
    else fields[target] = parts.join(separator);
  }
  const columnOf = (path: string) => sources.find(([target]) => target === path)?.[1].join(' + ') ?? '';
  return { fields, externalId, columnOf };
}

/** Rows of a file with a header row: one plan for all. */
export function headerRowMapper(plan: ColumnPlan): RowMapper {
  const sources = sourcesOf(plan);
  return (cells) => mapRow(sources, cells);
}

// Files have a handful of shapes; one with a new shape per line must not fill the memory.
const MAX_SHAPES = 256;

/** Rows that name their own columns (NDJSON): one plan per set of keys. */
export function ownKeysMapper(mapping: ColumnMapping | undefined): RowMapper {
  const shapes = new Map<string, Source[]>();
  return (cells) => {
    const columns = [...cells.keys()];
    const shape = JSON.stringify(columns);
    const sources = shapes.get(shape) ?? sourcesOf(planColumns(columns, mapping));
    if (shapes.size < MAX_SHAPES) shapes.set(shape, sources);
    return mapRow(sources, cells);
  };
}
