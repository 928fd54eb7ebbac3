import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { ChartBar, Waypoints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type EntriesQuery, exportEntries, useLineageEntries } from '../queries.ts';
import { isFiltered } from '../rules/entries-query.ts';
import { RelationshipFilters } from './relationship-filters.tsx';

const PAGE = 50;
/** Newest first, always: pages of another order would need another index. */
const fixedOrder = () => {};

interface RelationshipTableProps {
  query: EntriesQuery;
  columns: readonly Column<LineageEntry>[];
  selectedEntry: number | undefined;
}

/** 'Relationship Details': the graph as a table, for the keyboard and for exact reading. */
export function RelationshipTable({ query, columns, selectedEntry }: RelationshipTableProps) {
  const { t } = useTranslation('lineage');
  const { set } = useUrlState();
  const { cursor } = useCursor();
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useLineageEntries({
    ...query,
    limit: PAGE,
    cursor,
  });
  const { startExport, exportDialog, isExporting } = useFileExport((signal) => exportEntries(query, signal));
  const pager = usePager(data, PAGE);
  const clear = () =>
    set({ search: null, type: null, confidence: null, status: null, individual: null, cursor: null });
  return (
    <Card flush mt="4">
      <DataTable
        id="relationships"
        title={t('table')}
        label={t('table')}
        columns={columns}
        rows={data?.rows}
        rowKey={(entry) => String(entry.id)}
        error={error}
        onRetry={refetch}
        isChanging={isPlaceholderData}
        updatedAt={dataUpdatedAt}
        selectedKey={selectedEntry === undefined ? undefined : String(selectedEntry)}
        onSelect={(entry) => set({ entry: String(entry.id), selected: null }, { push: true })}
        onSort={fixedOrder}
        toolbar={<RelationshipFilters />}
        {...(selectedEntry === undefined ? { hint: t('pair.none') } : {})}
        tools={
          <Button variant="ghost" icon={ChartBar} onClick={() => set({ analysis: '1' }, { push: true })}>
            {t('analyze')}
          </Button>
        }
        onExport={startExport}
        isExporting={isExporting}
        pager={pager}
        empty={
          <EmptyState
            icon={Waypoints}
            title={t('empty')}
            {...(isFiltered(query) ? {} : { hint: t('emptyHint') })}
            action={isFiltered(query) ? <Button onClick={clear}>{t('clearFilters')}</Button> : undefined}
          />
        }
      />
      {exportDialog}
    </Card>
  );
}
