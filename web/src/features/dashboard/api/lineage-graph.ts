import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../client/queries.ts';

/** Nodes that are still readable in the height that the dashboard has for them. */
const NODES = 48;

/** The strongest relationships of each pair of companies, over all companies of the user. */
export const useLineageGraph = () => useQuery(callQuery('GET /data-lineage', { query: { nodes: NODES } }));
