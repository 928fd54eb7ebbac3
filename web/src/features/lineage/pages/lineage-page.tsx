import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WithCompany } from '../../../company/with-company.tsx';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { AnalysisDialog } from '../components/analysis/analysis-dialog.tsx';
import { GraphCard } from '../components/graph/graph-card.tsx';
import { useGraphData } from '../components/graph/use-graph-data.ts';
import { PairPanel } from '../components/pair/pair-panel.tsx';
import { RelationshipTable } from '../components/relationship-table.tsx';
import { useLineageSummary } from '../queries.ts';
import { entriesQuery, nodeCount, selectedEntry } from '../rules/entries-query.ts';

/** Data Lineage: records of the same person within a company and across companies, with the evidence. */
export function LineagePage() {
  return <WithCompany>{(company) => <Lineage companyId={company.id} />}</WithCompany>;
}

function Lineage({ companyId }: { companyId: number }) {
  const { t } = useTranslation('lineage');
  const { get, set } = useUrlState();
  const query = entriesQuery(get, companyId);
  const entry = selectedEntry(get);
  const summary = useLineageSummary(companyId);
  const graph = useGraphData(query, companyId, nodeCount(get));
  const close = () => set({ entry: null, selected: null });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<Actions companyId={companyId} pending={summary.data?.pending} />}
      />
      <LineageStats summary={summary} />
      <SidePanelLayout
        label={t('pair.label')}
        openKey={entry}
        onClose={close}
        panel={entry === undefined ? null : <PairPanel key={entry} entryId={entry} onClose={close} />}
      >
        <GraphCard data={graph} selectedEntry={entry} total={summary.data?.totalRelationships} />
        <RelationshipTable query={query} selectedEntry={entry} />
      </SidePanelLayout>
      {get('analysis') ? <AnalysisDialog companyId={companyId} /> : null}
    </>
  );
}

/** Opens the queue of decisions, with the number of what waits. */
function Actions({ companyId, pending }: { companyId: number; pending: number | undefined }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const can = useCan();
  return (
    <>
      <RefreshButton />
      {can('lineage:decide') && pending !== undefined && pending > 0 ? (
        <Button asChild variant="primary">
          <Link to={`/data-lineage/review?company=${companyId}`}>
            {t('review.open', { count: pending, n: format.number(pending) })}
          </Link>
        </Button>
      ) : null}
    </>
  );
}

/** Four figures about all relationships of the company, not only those of a page. */
export function LineageStats({ summary }: { summary: ReturnType<typeof useLineageSummary> }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const { data, isError } = summary;
  const show = (value: number | null | undefined, as: (value: number) => string = format.number) =>
    value === undefined ? (isError ? null : undefined) : value === null ? null : as(value);
  const pending = data?.pending ?? 0;
  const late = data?.pendingOverADay ?? 0;
  return (
    <StatCards query={summary}>
      <FigureCard
        figure="relationships"
        label={t('card.total')}
        value={show(data?.totalRelationships)}
        note={t('card.totalNote', { n: format.number(data?.withinCompany ?? 0) })}
      />
      <FigureCard
        figure="confidence"
        label={t('card.confidence')}
        value={show(data?.avgConfidence, format.percent)}
        note={
          data?.medianConfidence === null
            ? ''
            : t('card.confidenceNote', {
                median: format.decimal(data?.medianConfidence ?? 0, 1),
                n: format.number(data?.scoredRelationships ?? 0),
                none: format.number(
                  Math.max(0, (data?.totalRelationships ?? 0) - (data?.scoredRelationships ?? 0)),
                ),
              })
        }
      />
      <FigureCard
        figure="linkedIndividuals"
        label={t('card.individuals')}
        value={show(data?.uniqueIndividuals)}
        note={t('card.individualsNote')}
      />
      <FigureCard
        figure="verifiedLinks"
        label={t('card.verified')}
        value={show(data?.verifiedLinks)}
        note={
          late > 0
            ? t('card.lateNote', { n: format.number(late) })
            : t('card.pendingNote', { n: format.number(pending) })
        }
      />
    </StatCards>
  );
}
