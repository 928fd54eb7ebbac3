import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { ChartBar, Waypoints, X } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalIdsChip, useExternalIds } from '../../../pii/external-ids.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type EntriesQuery, exportEntries, useLineageEntries } from '../queries.ts';
import { confidenceBands, idOf, isFiltered, relationshipTypes, statuses } from '../rules/entries-query.ts';
import { individualName } from '../rules/relationship-look.ts';
import { type ExternalIdIn, useRelationshipColumns } from './relationship-columns.tsx';

const PAGE = 50;
/** The order is always newest first: paging in another order would need another index. */
const fixedOrder = () => {};

interface RelationshipTableProps {
  query: EntriesQuery;
  selectedEntry: number | undefined;
}

/** 'Relationship Details': the relationships of the graph as a table. */
export function RelationshipTable({ query, selectedEntry }: RelationshipTableProps) {
  const { t } = useTranslation('lineage');
  const { set } = useUrlState();
  const { cursor } = useCursor();
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useLineageEntries({
    ...query,
    limit: PAGE,
    cursor,
  });
  const { startExport, exportDialog, isExporting } = useFileExport((signal) => exportEntries(query, signal));
  const columns = useRelationshipColumns(useOwnExternalIds(query.companyId ?? 0, data?.rows));
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
        toolbar={
          <>
            <RelationshipFilters />
            {query.companyId === undefined ? null : <ExternalIdsChip companyId={query.companyId} />}
          </>
        }
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

/** External ids of the page's people in the selected company, in one call. */
function useOwnExternalIds(companyId: number, rows: readonly LineageEntry[] = []): ExternalIdIn {
  const ids = rows.flatMap((entry) => [
    ...(entry.sourceCompanyId === companyId ? [entry.individualId] : []),
    ...(entry.targetCompanyId === companyId && entry.relatedIndividualId !== null
      ? [entry.relatedIndividualId]
      : []),
  ]);
  const own = useExternalIds(companyId, ids);
  return useCallback((of, id) => (of === companyId ? own(id) : undefined), [companyId, own]);
}

const filters = [
  { key: 'type', all: 'allTypes', values: relationshipTypes },
  { key: 'confidence', all: 'allConfidence', values: confidenceBands },
  { key: 'status', all: 'allStatus', values: statuses },
] as const;

/** Filters by search, type, confidence, status and person, all in the URL. A change returns to the first page. */
function RelationshipFilters() {
  const { t } = useTranslation('lineage');
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value, cursor: null }), [set]);
  const person = idOf(get('individual'));
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      {person === undefined ? null : (
        <Chip
          type="button"
          data-active
          aria-label={t('clearPerson', { person: individualName(person) })}
          onClick={() => set({ individual: null, cursor: null })}
        >
          {individualName(person)}
          <Icon as={X} size={12} />
        </Chip>
      )}
      {filters.map(({ key, all, values }) => (
        <FilterChip
          key={key}
          name={t(`filter.${key}`)}
          value={get(key)}
          onChange={(value) => set({ [key]: value, cursor: null })}
          options={[
            { value: '', label: t(all) },
            ...values.map((value) => ({ value, label: t(`${key}.${value}`) })),
          ]}
        />
      ))}
    </>
  );
}
