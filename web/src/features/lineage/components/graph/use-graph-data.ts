import type { LineageGraph } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useMemo } from 'react';
import { graphOfEntries } from '../../../../lineage-graph/graph-model.ts';
import { type EntriesQuery, useLineageEntries, useLineageGraph } from '../../queries.ts';
import { isFiltered } from '../../rules/entries-query.ts';

/** Maximum number of relationships drawn from a filtered list. */
const DRAWN = 200;

export interface GraphData {
  graph: LineageGraph | undefined;
  error: unknown;
  refetch: () => void;
  /** Whether the newest of the filtered list are drawn, and not the strongest of all. */
  isFiltered: boolean;
  /** Whether more match than are drawn. */
  hasMore: boolean;
}

/** The company's strongest relationships, or with filters the matching ones. */
export function useGraphData(query: EntriesQuery, companyId: number, nodes: number): GraphData {
  const filtered = isFiltered(query);
  const whole = useLineageGraph({ companyId, nodes }, !filtered);
  const found = useLineageEntries({ ...query, limit: DRAWN }, filtered);
  const rows = filtered ? found.data?.rows : undefined;
  const drawn = useMemo(() => (rows ? graphOfEntries(rows) : undefined), [rows]);
  return {
    graph: filtered ? drawn : whole.data,
    error: filtered ? found.error : whole.error,
    refetch: filtered ? found.refetch : whole.refetch,
    isFiltered: filtered,
    hasMore: filtered && found.data?.next !== undefined,
  };
}
