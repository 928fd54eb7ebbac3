import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { AnalysisDialog } from '../components/analysis/analysis-dialog.tsx';
import { GraphCard } from '../components/graph/graph-card.tsx';
import { useGraphData } from '../components/graph/use-graph-data.ts';
import { LineageStats } from '../components/lineage-stats.tsx';
import { PairPanel } from '../components/pair/pair-panel.tsx';
import { useRelationshipColumns } from '../components/relationship-columns.tsx';
import { RelationshipTable } from '../components/relationship-table.tsx';
import { useLineageSummary } from '../queries.ts';
import { entriesQuery, nodeCount, selectedEntry } from '../rules/entries-query.ts';

/** Data Lineage: which records belong together, inside a company and across, and why. */
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
  const columns = useRelationshipColumns();
  const close = () => set({ entry: null, selected: null });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<RefreshButton />} />
      <LineageStats summary={summary} />
      <SidePanelLayout
        label={t('pair.label')}
        openKey={entry}
        onClose={close}
        panel={entry === undefined ? null : <PairPanel key={entry} entryId={entry} onClose={close} />}
      >
        <GraphCard data={graph} selectedEntry={entry} total={summary.data?.totalRelationships} />
        <RelationshipTable query={query} columns={columns} selectedEntry={entry} />
      </SidePanelLayout>
      {get('analysis') ? <AnalysisDialog companyId={companyId} /> : null}
    </>
  );
}
