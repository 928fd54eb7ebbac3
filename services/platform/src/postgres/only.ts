/** The one row of a statement that writes one. @throws Error when it returned none */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('The row that was just written is not visible');
  return row;
}
