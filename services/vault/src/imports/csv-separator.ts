import {
  likeliestSeparator,
  SAMPLE_RECORDS,
  SEPARATORS,
  type Separator,
} from '@pii-vault/platform/values/import-columns/csv-separators';
import { csvCells } from './csv-rows.ts';
import { unusableHeader } from './import-errors.ts';
import { RecordFramer } from './record-framer.ts';

/** Length of the sample that determines the separator, so that it does not depend on how the file arrives. */
const SAMPLE_BYTES = 65_536;
const LF = 0x0a;
const LONGEST_DIRECTIVE = 16;

/** A first line `sep=;`, which spreadsheets use to name the separator, and the offset of the header after it. */
export interface SeparatorLine {
  readonly separator: Separator;
  readonly end: number;
}

/**
 * The separator that the file names at `offset`; undefined without one.
 * @throws AppError IMPORT_HEADER for an unsupported separator
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
 * The separator of a CSV whose header begins at the start of `text`, from its first records. Undefined: more bytes are
 * needed.
 */
export function findSeparator(
  text: Buffer,
  { isWhole, isMapped }: { readonly isWhole: boolean; readonly isMapped: (column: string) => boolean },
): Separator | undefined {
  const sample = text.subarray(0, SAMPLE_BYTES);
  const records = new Map(SEPARATORS.map((separator) => [separator, sampleOf(sample, separator, isWhole)]));
  const isEnough = isWhole || text.length >= SAMPLE_BYTES;
  if (!isEnough && records.values().some(({ length }) => length < SAMPLE_RECORDS)) return undefined;
  return likeliestSeparator((separator) => records.get(separator) ?? [], isMapped);
}

function sampleOf(sample: Buffer, separator: Separator, isWhole: boolean): string[][] {
  const framer = new RecordFramer({ separator, keepsBlank: true });
  const complete = framer.push(sample);
  const frames = isWhole || complete.length === 0 ? complete.concat(framer.end()) : complete;
  return frames.slice(0, SAMPLE_RECORDS).map((frame) => csvCells(frame, separator) ?? []);
}
