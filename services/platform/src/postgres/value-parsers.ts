import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/**
 * How columns are read, set per pool so that no other user of pg in the process is affected: int8 as number
 * (every id is a safe integer, anything larger throws), int8[] as number[], date as 'YYYY-MM-DD' (the driver
 * would shift it by the local time zone). timestamptz is a Date, bytea a Buffer, jsonb parsed, numeric a string.
 */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === INT8) return safeInteger;
    if (oid === INT8_ARRAY) return parseIntegers;
    if (oid === DATE) return asText;
    return pg.types.getTypeParser(oid, 'text');
  },
};

function asText(text: string): string {
  return text;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 column holds more than a safe integer');
  return value;
}

/** One-dimensional arrays only, such as array_agg makes them. */
function parseIntegers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger);
}
