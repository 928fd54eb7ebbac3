import { parseMapping, planFile } from './column-mapping.ts';
import type { ColumnMapping, ColumnPlan } from './column-plan.ts';
import { csvHeader } from './csv-rows.ts';
import type { MediaType } from './import.ts';
import { emptyImport, unusableHeader } from './import-errors.ts';
import { ndjsonRow } from './ndjson-rows.ts';
import { type Frame, RecordFramer } from './record-framer.ts';
import { headerRowMapper, ownKeysMapper, type RowMapper } from './row-mapper.ts';

/** How a whole file is read: decided once, from its beginning, and kept with it. */
export interface FilePlan {
  readonly mediaType: MediaType;
  readonly columns: ColumnPlan;
  /** The caller's own mapping, which NDJSON needs for keys that the first object does not have. */
  readonly mapping: ColumnMapping | undefined;
  /** Where the first row of people begins: behind the byte order mark and the header row. */
  readonly dataOffset: number;
}

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Plans a file by its first bytes. Undefined: the first record is not complete yet, more bytes are needed.
 * @throws AppError IMPORT_EMPTY, IMPORT_HEADER, IMPORT_MAPPING
 */
export function planByHead(
  head: Buffer,
  options: { readonly mediaType: MediaType; readonly mapping: string; readonly isWhole: boolean },
): FilePlan | undefined {
  const mapping = parseMapping(options.mapping);
  const isUtf16 = head.length > 1 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe);
  if (isUtf16) throw unusableHeader('The file is UTF-16; only UTF-8 is read');
  const bom = head.subarray(0, 3).equals(UTF8_BOM) ? 3 : 0;
  const isCsv = options.mediaType === 'text/csv';
  const framer = new RecordFramer({ quotes: isCsv, offset: bom });
  const frames = framer.push(head.subarray(bom));
  if (frames.length === 0 && options.isWhole) frames.push(...framer.end());
  const first = frames[0];
  if (first === undefined) {
    if (options.isWhole) throw emptyImport();
    return undefined;
  }
  if (isCsv && first.bytes.includes('\r')) {
    throw unusableHeader('The lines of the file end in CR alone; save it with LF or CRLF line ends');
  }
  const columns = isCsv ? csvHeader(first) : firstKeys(frames);
  if (columns === undefined) throw unusableHeader('The first row of the file cannot be read');
  return {
    mediaType: options.mediaType,
    columns: planFile(columns, mapping, { isHeaderRow: isCsv }),
    mapping,
    dataOffset: isCsv ? first.end : bom,
  };
}

function firstKeys(frames: readonly Frame[]): string[] | undefined {
  for (const frame of frames) {
    const row = ndjsonRow(frame);
    if ('cells' in row && row.cells.size > 0) return [...row.cells.keys()];
  }
  return undefined;
}

export const mapperOf = (plan: FilePlan): RowMapper =>
  plan.mediaType === 'text/csv' ? headerRowMapper(plan.columns) : ownKeysMapper(plan.mapping);

/** The plan as it is sealed and kept. */
export const planToJson = (plan: FilePlan): string => JSON.stringify(plan);

/** Reads back what planToJson wrote and the import's key has authenticated. */
export const planFromJson = (json: string): FilePlan => JSON.parse(json) as FilePlan;
