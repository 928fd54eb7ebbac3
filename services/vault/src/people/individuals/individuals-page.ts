import type { Individual, Presence } from './individual.ts';
import type { PeopleFilter } from './people-filter.ts';

export interface ListInput {
  readonly companyId?: number;
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly search?: string;
  readonly quality?: string;
  readonly externalId?: string;
  readonly filter?: PeopleFilter;
  /** Purpose of externalId, of included external ids, and of an export's approval. */
  readonly purpose?: string;
  /** A page of a file: the next one is refused when the companies have changed. */
  readonly forExport?: boolean;
}

export interface IndividualsPage {
  readonly individuals: readonly Individual[];
  /** Presences of the page's people in all companies of the caller. */
  readonly presences: readonly Presence[];
  readonly nextCursor?: string;
  /** With a filter: the next page has greater ids. */
  readonly nextAfterId?: number;
  readonly total?: number;
}

export interface AskedPage {
  readonly input: ListInput;
  /** Companies whose people are listed, ascending. */
  readonly companies: readonly number[];
  /** All companies that the caller reads; the answer names those that hold the page's people. */
  readonly everywhere: readonly number[];
  readonly limit: number;
}

/** Whether figures have the number of people of the list. */
export function isCounted({ externalId, search = '', filter }: ListInput): boolean {
  return externalId === undefined && search.trim() === '' && filter === undefined;
}
