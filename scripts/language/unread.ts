/** Folders and files whose comments are not rewritten yet. A folder leaves the list when its last comment is read. */
export const UNREAD: readonly string[] = [];
