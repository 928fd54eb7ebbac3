import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { columnsOf } from '@pii-vault/platform/values/import-columns/column-plan';
import { type FilePlan, mapperOf } from './file-plan.ts';

/** Types whose valid values are no chance: a word or a number of something else is none of them. */
const TELLING = ['phone', 'email', 'aadhaar', 'pan', 'dob'] as const satisfies readonly FieldType[];

/** How a line of a CSV is recognised as a row about somebody, where quotation marks do not say where rows begin. */
export interface RowSigns {
  readonly columns: readonly string[];
  /** No column can tell, so that the number of values decides alone. */
  readonly isByCount: boolean;
  /** One of the values is a valid phone number or the like, and no other one is invalid. */
  isAboutSomebody(cells: ReadonlyMap<string, string>): boolean;
}

export function rowSigns(plan: FilePlan): RowSigns {
  const mapRow = mapperOf(plan);
  const { dateOrder } = plan;
  const types = TELLING.filter((type) => columnsOf(plan.columns, type).length > 0);
  return {
    columns: plan.columns.columns,
    isByCount: types.length === 0,
    isAboutSomebody: (cells) => {
      const { fields } = mapRow(cells);
      const values = types.flatMap((type) => {
        const value = fields[type];
        return value === undefined ? [] : [canonicalise(type, value, { dateOrder }).ok];
      });
      return values.length > 0 && values.every((isValid) => isValid);
    },
  };
}

/** Lines of a value that are looked at, and its last one: further rows inside it follow directly. */
const LINES_LOOKED_AT = 20;

/**
 * The column whose value has further rows of the file inside: a mark was opened in one row and closed in a later one,
 * so that a well-formed record mixes people. A line of the value is such a row when it has the number of values, and
 * those of somebody in their columns; of the first and the last line, these belong to the rows around the value.
 */
export function swallowingColumn(
  { columns, isAboutSomebody }: RowSigns,
  separator: string,
): (cells: ReadonlyMap<string, string>) => string | undefined {
  return (cells) =>
    columns.find((column, at) => {
      const value = cells.get(column) ?? '';
      if (!value.includes('\n')) return false;
      const lines = value.split(/\r?\n/);
      const last = lines.length - 1;
      return lines.some((line, n) => {
        if (n >= LINES_LOOKED_AT && n < last) return false;
        const [first, end] = [n === 0 ? at : 0, n === last ? at + 1 : columns.length];
        const parts = line.split(separator);
        if (parts.length !== end - first) return false;
        const others = parts.map((part, i) => [columns[first + i] ?? '', part] as const);
        return isAboutSomebody(new Map(others.filter(([other]) => other !== column)));
      });
    });
}

/** What the quotation marks of a broken line are, read as those of a record over several lines. */
export interface BrokenLine {
  /** It is a record but for a stray mark, and has no other lines. */
  readonly isAlone: boolean;
  /** A value begins that goes on behind the line. */
  readonly opens: boolean;
  /** A value ends that began before the line. */
  readonly closes: boolean;
  /** It is the last value of its record. */
  readonly closesLast: boolean;
}

const WELL_QUOTED = /^\s*"(?:[^"]|"")*"\s*$|^="[^"]*"$|^[^"]*$/;
const OPENING = /^\s*"(?:.*[^"\s])?\s*$/s;
const CLOSING = /^[^"]+"\s*$/;
const LONE = /^\s*"\s*$/;

export function brokenLine(parts: readonly string[], signs: RowSigns): BrokenLine {
  const lastIll = parts.findLastIndex((part) => !WELL_QUOTED.test(part));
  const found = { isAlone: isAlone(parts, lastIll, signs), opens: false, closes: false, closesLast: false };
  if (found.isAlone) return found;
  for (const [i, part] of parts.entries()) {
    if (WELL_QUOTED.test(part)) continue;
    const isClosing = LONE.test(part) ? i === 0 : CLOSING.test(part);
    if (isClosing && !found.opens && !found.closes) {
      found.closes = true;
      found.closesLast = i === parts.length - 1;
    }
    if (isClosing) found.opens = false;
    else if (OPENING.test(part)) found.opens = true;
  }
  return found;
}

/** Its values prove it, from the last broken one on: behind a value that goes on in another line there are none. */
function isAlone(parts: readonly string[], ill: number, signs: RowSigns): boolean {
  const { columns } = signs;
  if (parts.length > columns.length) return false;
  const cells = parts.map((part, i) => [columns[i] ?? '', part.replace(/^\s*"|"\s*$/g, '')] as const);
  return signs.isAboutSomebody(new Map(cells)) && signs.isAboutSomebody(new Map(cells.slice(ill)));
}
