import checks from './checks.json';
import reasons from './reasons.json';
import sentences from './sentences.json';
import statuses from './statuses.json';

/** One file instead of four, each of which costs a request. */
export const dictionary = { sentences, reasons, checks, statuses };
