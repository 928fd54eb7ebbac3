import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Below } from '../../../../ui/below.tsx';
import { Card } from '../../../../ui/card.tsx';
import { formatSort, parseSort } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../../ui/data-table/use-pager.ts';
import { useCursor } from '../../../../url/use-cursor.ts';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { exportIndividuals, useIndividuals } from '../../queries.ts';
import { listQuery } from '../../rules/list-query.ts';
import { useIndividualColumns } from './individual-columns.tsx';
import { IndividualFilters } from './individual-filters.tsx';
import { NoIndividuals } from './no-individuals.tsx';
import { RowMenu } from './row-menu.tsx';

const PAGE = 50;

/** The list's own order is newest first: leaving it by a click on its column means oldest first. */
const afterNone = (sort: string | undefined) => (sort === '-updatedAt' ? 'updatedAt' : null);

const rowMenu = (person: Individual) => <RowMenu person={person} />;

interface IndividualsTableProps {
  companyId: number;
  selected: number | undefined;
  /** Comes when the list is there. */
  below: ReactNode;
}

/** 'Individual Records': filter, sort, page and selection live in the address. */
export function IndividualsTable({ companyId, selected, below }: IndividualsTableProps) {
  const { t } = useTranslation('individuals');
  const url = useUrlState();
  const { cursor } = useCursor();
  const columns = useIndividualColumns();
  const query = listQuery(url.get, companyId);
  const isSearching = query.search !== undefined;
  const shown = useMemo(
    () => (isSearching ? columns.map((column) => ({ ...column, isSortable: false })) : columns),
    [columns, isSearching],
  );
  const { data, error, refetch, isLoading, isPlaceholderData, dataUpdatedAt } = useIndividuals({
    ...query,
    limit: PAGE,
    cursor,
  });
  const { startExport, exportDialog } = useFileExport((signal) => exportIndividuals(query, signal));
  const rows = data?.rows;
  const pager = usePager(data, PAGE);
  return (
    <>
      <Card flush mb="4">
        <DataTable
          id="individuals"
          title={t('records')}
          label={t('records')}
          columns={shown}
          rows={rows}
          rowKey={(person) => `${person.companyId}-${person.id}`}
          error={error}
          onRetry={refetch}
          isChanging={isPlaceholderData}
          updatedAt={dataUpdatedAt}
          selectedKey={selected === undefined ? undefined : `${companyId}-${selected}`}
          onSelect={(person) => url.set({ selected: String(person.id) }, { push: true })}
          actions={rowMenu}
          sort={query.sort === undefined ? undefined : parseSort(query.sort)}
          onSort={(sort) => url.set({ sort: sort ? formatSort(sort) : afterNone(query.sort), cursor: null })}
          toolbar={<IndividualFilters />}
          {...(selected === undefined ? { hint: t('select.title') } : {})}
          {...(rows && rows.length > 0 ? { onExport: startExport } : {})}
          pager={pager}
          empty={<NoIndividuals isFiltered={Boolean(query.search ?? query.quality)} />}
        />
        {exportDialog}
      </Card>
      <Below isReady={!isLoading}>{below}</Below>
    </>
  );
}
