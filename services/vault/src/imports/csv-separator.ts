import { csvCells, SEPARATORS, type Separator, trimmedEnd } from './csv-rows.ts';
import { unusableHeader } from './import-errors.ts';
import { meaningOf } from './known-headers.ts';
import { RecordFramer } from './record-framer.ts';

/** As much of a file as its separator is recognised by, so that the answer does not depend on how the file arrives. */
const SAMPLE_BYTES = 65_536;
const SAMPLE_RECORDS = 6;
const LF = 0x0a;
const LONGEST_DIRECTIVE = 16;

/** A first line `sep=;`, by which spreadsheets say how a file is separated, and where the header begins behind it. */
export interface SeparatorLine {
  readonly separator: Separator;
  readonly end: number;
}

/**
 * The file's own word about its separator, at `offset`; undefined when there is none.
 * @throws AppError IMPORT_HEADER for a separator that is not read
 */
export function separatorLine(head: Buffer, offset: number): SeparatorLine | undefined {
  const lineEnd = head.indexOf(LF, offset);
  if (lineEnd === -1 || lineEnd - offset > LONGEST_DIRECTIVE) return undefined;
  const line = head.toString('latin1', offset, lineEnd).replace(/\r$/, '');
  const named = /^"?sep=(.)"?$/i.exec(line)?.[1];
  if (named === undefined) return undefined;
  const separator = SEPARATORS.find((one) => one === named);
  if (separator === undefined)
    throw unusableHeader('The first line names a separator other than , ; | or tab');
  return { separator, end: lineEnd + 1 };
}

/**
 * The separator of a CSV whose header begins at the start of `text`: the one under which most headers are known, and
 * then the one under which the records have as many cells as the header. Undefined: more of the file is needed.
 */
export function findSeparator(
  text: Buffer,
  options: { readonly isWhole: boolean; readonly isMapped: (column: string) => boolean },
): Separator | undefined {
  const sample = text.subarray(0, SAMPLE_BYTES);
  const isEnough = options.isWhole || text.length >= SAMPLE_BYTES;
  const scores = SEPARATORS.map((separator) => scoreOf(sample, separator, options));
  if (!isEnough && scores.some(({ records }) => records < SAMPLE_RECORDS)) return undefined;
  const best = scores.reduce((one, other) => (isBetter(other.score, one.score) ? other : one));
  return best.separator;
}

interface Scored {
  readonly separator: Separator;
  readonly records: number;
  readonly score: readonly number[];
}

function scoreOf(
  sample: Buffer,
  separator: Separator,
  { isWhole, isMapped }: { readonly isWhole: boolean; readonly isMapped: (column: string) => boolean },
): Scored {
  const framer = new RecordFramer({ separator, keepsBlank: true });
  const complete = framer.push(sample);
  const frames = isWhole || complete.length === 0 ? complete.concat(framer.end()) : complete;
  const [header = [], ...rows] = frames
    .slice(0, SAMPLE_RECORDS)
    .map((frame) => csvCells(frame, separator) ?? []);
  const names = trimmedEnd(header);
  const known = names.filter((name) => meaningOf(name) !== undefined || isMapped(name.trim())).length;
  const alike = rows.filter((row) => trimmedEnd(row).length === names.length).length;
  // Behind a comma of prose there is a blank.
  const prose = names.filter((name) => /^ \S/.test(name)).length;
  const score = [known, names.length > 1 ? 1 : 0, alike, -prose, names.length];
  return { separator, records: frames.length, score };
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
