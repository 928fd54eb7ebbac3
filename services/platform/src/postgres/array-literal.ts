/**
 * A PostgreSQL array of numbers, booleans, UUIDs, topics or ordering keys, none of which needs quoting or reads as
 * NULL. The driver would format each element separately, at the cost of the encryption.
 */
export function arrayLiteral(values: ReadonlyArray<number | boolean | string>): string {
  return `{${values.join(',')}}`;
}

/** End of each part in the concatenation, in bytes. */
export function endsOf(parts: readonly Uint8Array[]): number[] {
  let end = 0;
  return parts.map((part) => {
    end += part.length;
    return end;
  });
}
