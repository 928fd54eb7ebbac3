/**
 * Stored with every feature; version 1 had only handles. A change of any text, gram, index or token of this folder
 * needs the next number and a dual write, back-fill and switch to the new encoding; otherwise the golden vectors fail.
 */
export const ENCODING_VERSION = 4;
