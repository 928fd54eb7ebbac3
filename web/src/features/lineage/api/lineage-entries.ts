import type { Answer, CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

export type EntriesQuery = NonNullable<CallInput<'GET /data-lineage/entries'>['query']>;
export type Entries = Answer<'GET /data-lineage/entries'>;

/** One page of relationships, newest first. While the next page comes, the old one of the same company stays. */
export const useLineageEntries = (query: EntriesQuery, isWanted = true) =>
  useQuery({
    ...pageQuery('GET /data-lineage/entries', { query }),
    placeholderData: (previous) =>
      previous?.rows.every((entry) => entry.sourceCompanyId === query.companyId) ? previous : undefined,
    enabled: isWanted,
  });
