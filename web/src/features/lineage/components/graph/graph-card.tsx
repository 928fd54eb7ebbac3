import { Box, Flex } from '@chakra-ui/react';
import { Waypoints } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanySeries } from '../../../../company/use-company-series.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { type GraphModel, graphModel } from '../../../../lineage-graph/graph-model.ts';
import { latePart } from '../../../../routing/late-part.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { FilterChip } from '../../../../ui/filter-chip.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { nodeCount, nodeCounts } from '../../rules/entries-query.ts';
import type { GraphData } from './use-graph-data.ts';

const GraphCanvas = latePart(
  async () => (await import('../../../../lineage-graph/graph-canvas.tsx')).GraphCanvas,
);

interface GraphCardProps {
  data: GraphData;
  selectedEntry: number | undefined;
  /** Number of all relationships, to state how many are drawn. */
  total: number | undefined;
}

/** The graph with its legend and the share of relationships that it shows. */
export function GraphCard({ data, selectedEntry, total }: GraphCardProps) {
  const { t } = useTranslation('lineage');
  const { graph, error, refetch } = data;
  const seriesOf = useCompanySeries();
  const model = useMemo(() => (graph ? graphModel(graph, seriesOf) : undefined), [graph, seriesOf]);
  const shown = useShown(model, data, total);

  function content() {
    if (error && !model) return <ErrorState error={error} onRetry={refetch} />;
    if (!model) return <GraphSkeleton />;
    if (model.nodes.length === 0)
      return <EmptyState icon={Waypoints} title={t('graph.empty')} hint={t('graph.emptyHint')} />;
    return <Drawn model={model} selectedEntry={selectedEntry} label={`${shown}. ${t('graph.twin')}`} />;
  }

  return (
    <Card flush>
      <Flex direction="column" justify="center" minHeight="graph">
        {content()}
      </Flex>
      <Flex
        px="4"
        py="2"
        columnGap="4"
        rowGap="2"
        align="center"
        wrap="wrap"
        borderTopWidth="1px"
        minHeight="10"
      >
        <GraphLegend />
        <Flex ms="auto" align="center" gap="3">
          <Box textStyle="small" color="ink.2">
            {shown}
          </Box>
          {data.isFiltered ? null : <NodeLimit />}
        </Flex>
      </Flex>
    </Card>
  );
}

/** 'The 59 strongest of 1,051 relationships': the graph may show only a part. */
function useShown(
  model: GraphModel | undefined,
  { isFiltered, hasMore }: GraphData,
  total: number | undefined,
) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const links = model?.edges.filter((edge) => edge.entryId !== null).length ?? 0;
  if (!model || links === 0) return '';
  const values = { links: format.number(links), total: format.number(total ?? links) };
  if (isFiltered) return t(hasMore ? 'graph.newest' : 'graph.all', values);
  return t(total !== undefined && links < total ? 'graph.strongest' : 'graph.all', values);
}

interface DrawnProps {
  model: GraphModel;
  selectedEntry: number | undefined;
  label: string;
}

function Drawn({ model, selectedEntry, label }: DrawnProps) {
  const { set } = useUrlState();
  return (
    <Suspense fallback={<GraphSkeleton />}>
      <GraphCanvas
        model={model}
        selectedEntry={selectedEntry}
        label={label}
        onSelectEntry={(id) => set({ entry: String(id), selected: null }, { push: true })}
        onSelectPerson={(id) => set({ individual: String(id), cursor: null }, { push: true })}
      />
    </Suspense>
  );
}

const GraphSkeleton = () => <Skeleton display="block" width="full" height="graph" borderRadius="none" />;

const bands = [
  { key: 'high', color: 'success' },
  { key: 'medium', color: 'warning' },
  { key: 'low', color: 'error' },
] as const;

/** Legend of the colours, widths and dashes of the lines. */
function GraphLegend() {
  const { t } = useTranslation('lineage');
  return (
    <Flex as="ul" listStyleType="none" gap="3" wrap="wrap" textStyle="small" color="ink.2">
      {bands.map(({ key, color }) => (
        <Flex as="li" key={key} align="center" gap="1.5">
          <Box as="span" width="4" height="0.5" bg={color} borderRadius="full" />
          {t(`band.${key}`)}
        </Flex>
      ))}
      <Flex as="li" align="center" gap="1.5">
        <Box as="span" width="4" borderTopWidth="1px" borderStyle="dashed" borderColor="ink.3" />
        {t('graph.pending')}
      </Flex>
    </Flex>
  );
}

/** Selects the maximum number of nodes. */
function NodeLimit() {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const { get, set } = useUrlState();
  const current = nodeCount(get);
  return (
    <FilterChip
      name={t('graph.limit')}
      value={current === nodeCounts[0] ? '' : String(current)}
      onChange={(nodes) => set({ nodes })}
      options={nodeCounts.map((count) => ({
        value: count === nodeCounts[0] ? '' : String(count),
        label: t('graph.upTo', { n: format.number(count) }),
      }))}
    />
  );
}
