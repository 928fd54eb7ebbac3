import { likeliestSeparator, SAMPLE_RECORDS } from '@pii-vault/platform/values/import-columns/csv-separators';

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

/** The separator of a file and where its header begins, as the vault recognises them. */
export function findSeparator(text: string, isWhole: boolean): { separator: string; headerAt: number } {
  const line = /^"?sep=([,;|\t])"?\r?\n/i.exec(text);
  if (line?.[1] !== undefined) return { separator: line[1], headerAt: line[0].length };
  const read = (separator: string) => csvRecords(text, { separator, isWhole, limit: SAMPLE_RECORDS }).records;
  return { separator: likeliestSeparator(read), headerAt: 0 };
}
