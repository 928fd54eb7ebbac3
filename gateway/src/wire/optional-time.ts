/** Parses a time of a request body; undefined stays undefined. */
export const fromOptionalIso = (time: string | undefined): Date | undefined =>
  time === undefined ? undefined : new Date(time);
