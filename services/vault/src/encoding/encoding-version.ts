/**
 * Stored with every feature; 1 had handles only. A change of any text, gram, index or token of this folder needs the
 * next number and the dual write, back-fill and switch of a new encoding; the golden vectors fail otherwise.
 */
export const ENCODING_VERSION = 4;
