import { meaningOf } from './known-headers.ts';

const separators = [',', ';', '\t', '|'];
const SAMPLE_RECORDS = 6;

export interface CsvRecords {
  records: string[][];
  /** Where each record ends in the text. */
  ends: number[];
}

interface ReadOptions {
  separator?: string;
  /** The text is the whole file: a last record without an end is whole. */
  isWhole: boolean;
  limit: number;
}

/** Records of RFC 4180: quoted cells keep separators, line ends and doubled quotes. Rows of blanks are none. */
export function csvRecords(text: string, { separator = ',', isWhole, limit }: ReadOptions): CsvRecords {
  const records: string[][] = [];
  const ends: number[] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  function endCell(): void {
    record.push(cell);
    cell = '';
  }
  function endRecord(at: number): void {
    endCell();
    if (record.some((one) => one.trim() !== '')) {
      records.push(record);
      ends.push(at);
    }
    record = [];
  }
  for (let at = 0; at < text.length && records.length < limit; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRecord(at + 1);
    else if (char !== '\r' || text[at + 1] !== '\n') cell += char;
  }
  if (isWhole && records.length < limit && (cell !== '' || record.length > 0)) endRecord(text.length);
  return { records, ends };
}

/** The separator of a file and where its header begins, as the vault recognises them (csv-separator.ts there). */
export function findSeparator(text: string, isWhole: boolean): { separator: string; headerAt: number } {
  const line = /^"?sep=([,;|\t])"?\r?\n/i.exec(text);
  if (line?.[1] !== undefined) return { separator: line[1], headerAt: line[0].length };
  const scored = separators.map((separator) => ({ separator, score: scoreOf(text, separator, isWhole) }));
  const best = scored.reduce((one, other) => (isBetter(other.score, one.score) ? other : one));
  return { separator: best.separator, headerAt: 0 };
}

/** Without the blank cells at the end. */
export const trimmedEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

function scoreOf(text: string, separator: string, isWhole: boolean): readonly number[] {
  const { records } = csvRecords(text, { separator, isWhole, limit: SAMPLE_RECORDS });
  const [header = [], ...rows] = records.map(trimmedEnd);
  const known = header.filter((name) => meaningOf(name) !== undefined).length;
  const alike = rows.filter((row) => row.length === header.length).length;
  const prose = header.filter((name) => /^ \S/.test(name)).length;
  return [known, header.length > 1 ? 1 : 0, alike, -prose, header.length];
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
