/** An id of a message that may be left out; ids stay far below 2^53. */
export function optionalNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
