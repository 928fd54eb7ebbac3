/**
 * Stored beside every feature; 1 were handles alone. A change of any text, gram, index or token this folder makes needs the next number and
 * the dual write, back-fill and switch of a new encoding; the golden vectors fail otherwise.
 */
export const ENCODING_VERSION = 4;
