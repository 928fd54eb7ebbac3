import type { Individual, Presence } from './individual.ts';

export interface ListInput {
  readonly companyId?: number;
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly search?: string;
  readonly quality?: string;
  readonly externalId?: string;
  /** Of externalId, of the external ids that come along, and of an export's approval. */
  readonly purpose?: string;
  /** A page of a file: the next one is refused when the companies are others by then. */
  readonly forExport?: boolean;
}

export interface IndividualsPage {
  readonly individuals: readonly Individual[];
  /** Of the page's people over every company of the caller. */
  readonly presences: readonly Presence[];
  readonly nextCursor?: string;
  readonly total?: number;
}

export interface AskedPage {
  readonly input: ListInput;
  /** Whose people are listed, ascending. */
  readonly companies: readonly number[];
  /** Every company that the caller reads; the answer names those of them that hold the page's people. */
  readonly everywhere: readonly number[];
  readonly limit: number;
}
