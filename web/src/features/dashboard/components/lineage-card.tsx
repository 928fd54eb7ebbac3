import { Box, Flex } from '@chakra-ui/react';
import type { LineageGraph } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { Waypoints } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCompanySeries } from '../../../company/use-company-series.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { graphModel } from '../../../lineage-graph/graph-model.ts';
import { latePart } from '../../../routing/late-part.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useLineageGraph, useLineageSummary } from '../queries.ts';
import { Loaded } from './loaded.tsx';

const GraphCanvas = latePart(
  async () => (await import('../../../lineage-graph/graph-canvas.tsx')).GraphCanvas,
);
const GraphSkeleton = () => <Skeleton display="block" width="full" height="graphSmall" borderRadius="none" />;

/** The strongest relationships in the scope. Edges and people link to their screens. */
export function LineageCard({ companyId }: { companyId: number | undefined }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const graph = useLineageGraph(companyId);
  const total = useLineageSummary(companyId).data?.totalRelationships;
  return (
    <Card
      flush
      title={t('lineage.title')}
      badge={
        total ? (
          <Box hideBelow="md">
            <StatusBadge tone="neutral">
              {t('lineage.links', { count: total, n: format.number(total) })}
            </StatusBadge>
          </Box>
        ) : null
      }
      actions={
        <Button asChild variant="ghost" size="sm">
          <Link to="/data-lineage">{t('open')}</Link>
        </Button>
      }
    >
      <Flex direction="column" justify="center" minHeight="graphSmall" borderTopWidth="1px">
        <Loaded query={graph} skeleton={<GraphSkeleton />}>
          {(data) => <Drawn graph={data} />}
        </Loaded>
      </Flex>
    </Card>
  );
}

function Drawn({ graph }: { graph: LineageGraph }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const navigate = useNavigate();
  const seriesOf = useCompanySeries();
  const model = useMemo(() => graphModel(graph, seriesOf), [graph, seriesOf]);
  const links = model.edges.filter((edge) => edge.entryId !== null).length;
  if (links === 0) return <EmptyState icon={Waypoints} title={t('lineage.empty')} />;
  return (
    <Suspense fallback={<GraphSkeleton />}>
      <GraphCanvas
        height="graphSmall"
        model={model}
        selectedEntry={undefined}
        label={t('lineage.label', { n: format.number(links) })}
        onSelectEntry={(id) => navigate(`/data-lineage?entry=${id}`)}
        onSelectPerson={(id) => navigate(personPath(graph, id))}
      />
    </Suspense>
  );
}

/** Path of a person in its company, which is the other end of its membership link. */
function personPath({ links }: LineageGraph, id: number): string {
  const member = links.find((link) => link.entryId === null && link.target === `individual:${id}`);
  const company = member?.source.replace('company:', '');
  return `/individuals?${company ? `company=${company}&` : ''}selected=${id}`;
}
