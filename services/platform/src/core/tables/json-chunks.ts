/**
 * Rows as one JSON array, a line for each row and a chunk for each page. Cut short anywhere it is not JSON, so a
 * broken file does not pass for a whole one.
 */
export async function* jsonChunks<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}
