/** Requests all entries that the caller may see. */
export const everyEntry = { limit: 0, forExport: false };
