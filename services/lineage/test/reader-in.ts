import type { Reader } from '../src/links/reader.ts';

/** A reader with every permission in these companies; no agreement, and no other open company, without `more`. */
export const readerIn = (companies: readonly number[], more: Partial<Reader> = {}): Reader => ({
  readable: new Set(companies),
  paired: new Set(companies),
  listed: companies,
  agreements: [],
  open: companies,
  ...more,
});
