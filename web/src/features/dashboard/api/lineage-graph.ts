import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** Nodes that are still readable in the height that the dashboard has for them. */
const NODES = 60;

/** The strongest relationships over all companies of the user. */
export const useLineageGraph = (mayRead: boolean) =>
  useQuery({
    queryKey: ['/data-lineage', { nodes: NODES }],
    queryFn: ({ signal }) => client.call('GET /data-lineage', { query: { nodes: NODES }, signal }),
    enabled: mayRead,
  });
