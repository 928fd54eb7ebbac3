/**
 * Paths, or beginnings of paths, whose comments and READMEs still await the rewrite in plain English. Remove an entry
 * when its last comment is rewritten; add none.
 */
export const UNREAD: readonly string[] = [];
