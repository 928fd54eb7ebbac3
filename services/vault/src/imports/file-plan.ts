import type { DateOrder } from '@pii-vault/platform/domain/field-types/type-rules';
import {
  type ColumnMapping,
  type ColumnPlan,
  ignoringUnmapped,
  unmappedColumns,
} from '@pii-vault/platform/values/import-columns/column-plan';
import type { Separator } from '@pii-vault/platform/values/import-columns/csv-separators';
import { hasNoField } from './column-mapping.ts';
import type { MediaType, Unmapped } from './import.ts';
import { invalidMapping, unusableHeader } from './import-errors.ts';
import type { FilePosition } from './record-framer.ts';
import { headerRowMapper, ownKeysMapper, type RowMapper } from './row-mapper.ts';

/** Dates of birth that exist in the other order of day and month only. */
export interface DateContradiction {
  readonly order: DateOrder;
  readonly rows: number;
  readonly firstRow: number;
  readonly firstLine: number | undefined;
  /** Others exist in the order in force only. */
  readonly isMixed: boolean;
}

/** How far a file was looked through, and what was found: kept sealed between two turns. */
export interface Survey {
  readonly position: FilePosition;
  readonly rows: number;
  /** NDJSON: keys without a target, in the order in which they were met. */
  readonly unmapped: readonly string[];
  readonly dates: DateContradiction | undefined;
  /** Some date of birth exists in the order in force only. */
  readonly agrees: boolean;
}

/** How a whole file is read, and what stands in the way of it: kept sealed with the file. */
export interface FilePlan {
  readonly mediaType: MediaType;
  /** NDJSON: the keys of its first object, and those that the survey found without a target. */
  readonly columns: ColumnPlan;
  /** The caller's own mapping; for NDJSON it also decides about keys that are not seen yet. */
  readonly mapping: ColumnMapping | undefined;
  readonly unmapped: Unmapped;
  readonly dateOrder: DateOrder;
  /** The caller was asked about contradicting dates and has answered: those that remain are refused row by row. */
  readonly isDateOrderSettled: boolean;
  /** Found by the survey; the import is held for it. */
  readonly dates: DateContradiction | undefined;
  /** Of CSV. */
  readonly separator: Separator;
  /** Where the first row of people begins: behind the byte order mark, a separator line and the header row. */
  readonly start: FilePosition;
  /** A survey that is under way. */
  readonly survey?: Survey;
}

/** What the caller decides about how a file is read. */
export interface FileReadOptions {
  readonly mapping: ColumnMapping | undefined;
  readonly unmapped: Unmapped;
  readonly dateOrder: DateOrder;
}

/**
 * The columns of a file under the caller's wish.
 * @throws AppError IMPORT_HEADER or IMPORT_MAPPING when there is nothing to import
 */
export function columnsUnder(columns: ColumnPlan, { mapping, unmapped }: FileReadOptions): ColumnPlan {
  const plan = unmapped === 'ignore' ? ignoringUnmapped(columns) : columns;
  if (!hasNoField(plan)) return plan;
  if (mapping === undefined)
    throw unusableHeader(
      'No column of the file is a known field of a person; name them in the header row or send a mapping',
    );
  throw invalidMapping('No column is mapped to a field of a person; an import needs at least one');
}

/** Why the import is held, UPPER_SNAKE; undefined when nothing stands in the way. */
export function holdReason({ columns, dates }: FilePlan): 'UNMAPPED_COLUMNS' | 'DATE_ORDER' | undefined {
  if (unmappedColumns(columns).length > 0) return 'UNMAPPED_COLUMNS';
  return dates === undefined ? undefined : 'DATE_ORDER';
}

/** Whether the file has to be looked through before its first row is written. */
export function needsSurvey(plan: FilePlan): boolean {
  if (plan.mediaType !== 'text/csv') return plan.unmapped === 'hold' || !plan.isDateOrderSettled;
  return !plan.isDateOrderSettled && Object.values(plan.columns.targets).includes('dob');
}

export const mapperOf = (plan: FilePlan): RowMapper =>
  plan.mediaType === 'text/csv' ? headerRowMapper(plan.columns) : ownKeysMapper(plan.mapping);

/** The plan as it is sealed and kept. */
export const planToJson = (plan: FilePlan): string => JSON.stringify(plan);

/** Reads back what planToJson wrote and the import's key has authenticated. */
export const planFromJson = (json: string): FilePlan => JSON.parse(json) as FilePlan;
