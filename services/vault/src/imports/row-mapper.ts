import { isNullMarker } from '@pii-vault/platform/domain/field-types/blank-text';
import { foldedIdentifier } from '@pii-vault/platform/domain/field-types/clean-text';
import { FIELD_TYPES, type FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import {
  type ColumnMapping,
  type ColumnPlan,
  columnsOf,
  planColumns,
  targetIn,
} from '@pii-vault/platform/values/import-columns/column-plan';
import { type ConsentTarget, consentTargetOf } from '@pii-vault/platform/values/import-columns/column-target';
import {
  consentOf,
  type RowConsent,
  strongest,
} from '@pii-vault/platform/values/import-columns/consent-cells';
import { isSurname, isWholeAddress } from '@pii-vault/platform/values/import-columns/known-headers';

/** A row's values for a person, not validated yet; blank cells are absent. */
export interface RawPerson {
  readonly fields: Partial<Record<FieldType, string>>;
  readonly externalId: string | undefined;
  readonly individualId: string | undefined;
  /** What the row's consent columns say about all purposes of the file; without any, its consent. */
  readonly consent: RowConsent;
  /** What they say about single purposes. */
  readonly purposes: ReadonlyMap<string, RowConsent>;
  /** A consent column that says neither yes nor no. */
  readonly unclearConsent: string | undefined;
  /** The file's column (several: joined by ' + ') of a field type, externalId or individualId. */
  columnOf(path: string): string;
}

export type RowMapper = (cells: ReadonlyMap<string, string>) => RawPerson;

type Target = FieldType | 'externalId' | 'individualId';

/** How the rows of one shape are read. */
interface Reading {
  readonly sources: readonly Source[];
  readonly consents: readonly ConsentColumn[];
}

interface ConsentColumn {
  readonly column: string;
  readonly target: ConsentTarget;
  /** Undefined: every purpose of the file. */
  readonly purpose: string | undefined;
}

interface Source {
  readonly target: Target;
  readonly columns: readonly SourceColumn[];
}

interface SourceColumn {
  readonly column: string;
  readonly isSurname: boolean;
  readonly isWholeAddress: boolean;
}

function readingOf(plan: ColumnPlan): Reading {
  const consents = plan.columns.flatMap((column): ConsentColumn[] => {
    const stated = consentTargetOf(targetIn(plan.targets, column) ?? '');
    return stated === undefined ? [] : [{ column, ...stated }];
  });
  return { sources: sourcesOf(plan), consents };
}

function sourcesOf(plan: ColumnPlan): Source[] {
  return [...FIELD_TYPES, 'externalId' as const, 'individualId' as const]
    .map((target): Source => ({ target, columns: columnsOf(plan, target).map(sourceColumn) }))
    .filter(({ columns }) => columns.length > 0);
}

const sourceColumn = (column: string): SourceColumn => ({
  column,
  isSurname: isSurname(column),
  isWholeAddress: isWholeAddress(column),
});

function mapRow({ sources, consents }: Reading, cells: ReadonlyMap<string, string>): RawPerson {
  const values = new Map<Target, string>();
  for (const { target, columns } of sources) {
    const parts = columns
      .map((source): Part => ({ source, text: cells.get(source.column)?.trim() ?? '' }))
      .filter(({ text }) => text !== '');
    const value = join(target, parts);
    if (value !== '') values.set(target, value);
  }
  const columnOf = (path: string) => {
    const columns = sources.find(({ target }) => target === path)?.columns ?? [];
    return columns.map(({ column }) => column).join(' + ');
  };
  const { externalId, individualId, ...fields } = Object.fromEntries(values);
  return { fields, externalId, individualId, columnOf, ...statedConsent(consents, cells) };
}

function statedConsent(
  columns: Reading['consents'],
  cells: ReadonlyMap<string, string>,
): Pick<RawPerson, 'consent' | 'purposes' | 'unclearConsent'> {
  const stated = new Map<string | undefined, RowConsent>();
  let unclearConsent: string | undefined;
  for (const { target, column, purpose } of columns) {
    const consent = consentOf(target, cells.get(column) ?? '');
    if (consent === undefined) unclearConsent ??= column;
    else stated.set(purpose, strongest([consent, stated.get(purpose) ?? 'given']));
  }
  return {
    consent: stated.get(undefined) ?? 'given',
    purposes: new Map(
      [...stated].flatMap(([purpose, one]) => (purpose === undefined ? [] : [[purpose, one]])),
    ),
    unclearConsent,
  };
}

interface Part {
  readonly source: SourceColumn;
  readonly text: string;
}

function join(target: Target, parts: readonly Part[]): string {
  const said = parts.filter(({ text }) => !isNullMarker(text));
  if (target === 'name') return nameOf(parts, said);
  return target === 'address' ? addressOf(said) : (said[0]?.text ?? '');
}

/**
 * Null is a surname, too, and a placeholder in other columns. Other placeholders are never surnames: pandas writes nan
 * for a missing value.
 */
const isNull = (text: string): boolean => foldedIdentifier(text).toLowerCase() === 'null';

function nameOf(parts: readonly Part[], said: readonly Part[]): string {
  if (said.length === 0) return '';
  const isSaid = new Set(said);
  return parts
    .filter((part) => isSaid.has(part) || (part.source.isSurname && isNull(part.text)))
    .map(({ text }) => text)
    .join(' ');
}

/** Omits a part that the whole address contains already, between its commas. */
function addressOf(parts: readonly Part[]): string {
  const named = new Set(
    parts
      .filter(({ source }) => source.isWholeAddress)
      .flatMap(({ text }) => text.split(/[,\n]/))
      .map((part) => part.trim()),
  );
  return parts
    .filter(({ source, text }) => source.isWholeAddress || !named.has(text))
    .map(({ text }) => text)
    .join(', ');
}

/** Rows of a file with a header row share one plan. */
export function headerRowMapper(plan: ColumnPlan): RowMapper {
  const reading = readingOf(plan);
  return (cells) => mapRow(reading, cells);
}

// Bounds the cache: files usually have few sets of keys, but may have a new one per line.
const MAX_SHAPES = 256;

/** The plan per set of keys, for a file whose rows name their own columns (NDJSON). */
export function ownKeysPlanner(mapping: ColumnMapping | undefined) {
  const shapes = new Map<string, ColumnPlan>();
  return (cells: ReadonlyMap<string, string>): ColumnPlan => {
    const columns = [...cells.keys()];
    const shape = JSON.stringify(columns);
    const plan = shapes.get(shape) ?? planColumns(columns, mapping);
    if (shapes.size < MAX_SHAPES) shapes.set(shape, plan);
    return plan;
  };
}

/** For rows that name their own columns: one mapper per set of keys. */
export function ownKeysMapper(mapping: ColumnMapping | undefined): RowMapper {
  const planOf = ownKeysPlanner(mapping);
  const readings = new Map<ColumnPlan, Reading>();
  return (cells) => {
    const plan = planOf(cells);
    const known = readings.get(plan) ?? readingOf(plan);
    if (readings.size < MAX_SHAPES) readings.set(plan, known);
    return mapRow(known, cells);
  };
}
