import {
  type CsvLayout,
  likeliestLayout,
  SAMPLE_RECORDS,
  SEPARATORS,
  type Separator,
} from '@pii-vault/platform/values/import-columns/csv-separators';
import { headerIndex } from '@pii-vault/platform/values/import-columns/header-place';
import { csvCells } from './csv-rows.ts';
import { unusableHeader } from './import-errors.ts';
import { firstFrames, RecordFramer } from './record-framer.ts';

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
 * The layout of a CSV from its first records; `named` is the separator that the file names. Undefined: more bytes are
 * needed.
 */
export function findLayout(
  text: Buffer,
  named: Separator | undefined,
  { isWhole, isMapped }: { readonly isWhole: boolean; readonly isMapped: (column: string) => boolean },
): CsvLayout | undefined {
  const sample = { bytes: text.subarray(0, SAMPLE_BYTES), isWhole: isWhole && text.length <= SAMPLE_BYTES };
  const tried = named === undefined ? SEPARATORS : [named];
  const records = new Map(tried.map((separator) => [separator, sampleOf(sample, separator)]));
  const isEnough = isWhole || text.length >= SAMPLE_BYTES;
  if (!isEnough && records.values().some(({ length }) => length < SAMPLE_RECORDS)) return undefined;
  const read = (separator: Separator) => records.get(separator) ?? [];
  if (named !== undefined) return { separator: named, header: headerIndex(read(named), isMapped) };
  return likeliestLayout(read, isMapped);
}

interface Sample {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

function sampleOf({ bytes, isWhole }: Sample, separator: Separator): string[][] {
  const framer = new RecordFramer({ separator, keepsBlank: true });
  const complete = firstFrames(framer, bytes, { count: SAMPLE_RECORDS, isWhole });
  // The start of a record that is longer than the sample.
  const frames = complete.length === 0 ? framer.end().slice(0, 1) : complete;
  return frames.map((frame) => csvCells(frame, separator) ?? []);
}
