import { Flex } from '@chakra-ui/react';
import { type Individual, includable } from '@pii-vault/contract/individuals/individuals-schema';
import { SearchX, Upload, Users } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ExternalIdsChip, useExternalIdPurpose } from '../../../../pii/external-ids.tsx';
import { useRememberPerson } from '../../../../pii/last-person.ts';
import { useCan } from '../../../../session/use-session.ts';
import { Below } from '../../../../ui/below.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { CheckBox } from '../../../../ui/checkbox.tsx';
import { formatSort, parseSort } from '../../../../ui/data-table/column.ts';
import { useColumnChoice } from '../../../../ui/data-table/column-choice.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useIsWide } from '../../../../ui/use-media.ts';
import { useCursor } from '../../../../url/use-cursor.ts';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { exportIndividuals, type IndividualsQuery, useIndividuals } from '../../queries.ts';
import { individualName, listQuery } from '../../rules/addresses.ts';
import { BulkBar, SelectMenu } from './bulk-bar.tsx';
import { useIndividualColumns } from './individual-columns.tsx';
import { IndividualFilters, noFilters } from './individual-filters.tsx';
import { RowMenu } from './row-menu.tsx';

const PAGE = 50;

/**
 * The default order is newest first, so the third state of that column's sort would change nothing: sort oldest first.
 */
const afterNone = (sort: string | undefined) => (sort === '-updatedAt' ? 'updatedAt' : null);

/** Columns that the server sorts by: with a filter by consents or links the order is that of ids. */
function sortableBy(query: IndividualsQuery): 'all' | 'updatedAt' | 'none' {
  if (query.sort === undefined) return 'none';
  return query.from === undefined && query.until === undefined ? 'all' : 'updatedAt';
}

const isFiltered = ({ companyId: _, sort: __, ...filters }: IndividualsQuery) =>
  Object.values(filters).some((value) => value !== undefined);

/** The chosen columns, with the purpose that they need. */
function includedWith(
  include: readonly (typeof includable)[number][],
  purpose: string | undefined,
): Pick<IndividualsQuery, 'include' | 'purpose'> {
  if (include.length === 0) return {};
  return { include: [...include], ...(include.includes('externalIds') ? { purpose } : {}) };
}

interface IndividualsTableProps {
  companyId: number;
  companyName: string;
  selected: number | undefined;
  /** Shown once the list is loaded. */
  below: ReactNode;
}

/** 'Individual Records'. The URL holds filter, sort, page and selection. */
export function IndividualsTable({ companyId, companyName, selected, below }: IndividualsTableProps) {
  const { t } = useTranslation('individuals');
  const url = useUrlState();
  const { cursor } = useCursor();
  const columns = useIndividualColumns(companyId);
  // On wide screens the place of the panel says it.
  const isWide = useIsWide();
  const query = listQuery(url.get, companyId);
  const isSearching = query.search !== undefined;
  const sortable = sortableBy(query);
  const shown = useMemo(
    () =>
      columns.map((column) => ({
        ...column,
        isSortable: column.isSortable === true && (sortable === 'all' || sortable === column.id),
      })),
    [columns, sortable],
  );
  const choice = useColumnChoice('individuals');
  const [purpose] = useExternalIdPurpose(companyId);
  const chosen = columns.filter((column) => column.isOptional === true && choice.isShown(column));
  const wantsExternalIds = chosen.some(({ id }) => id === 'externalIds');
  const include = includable.filter(
    (one) => chosen.some(({ id }) => id === one) && (one !== 'externalIds' || purpose !== undefined),
  );
  const { data, error, refetch, isLoading, isPlaceholderData, dataUpdatedAt } = useIndividuals({
    ...query,
    ...includedWith(include, purpose),
    limit: PAGE,
    cursor,
  });
  const { startExport, exportDialog } = useFileExport((signal) =>
    exportIndividuals({ ...query, ...includedWith(include, purpose) }, signal),
  );
  const rows = data?.rows;
  // A search that finds one person is as good as opening it.
  const found = isSearching && !isPlaceholderData && rows?.length === 1 ? rows[0] : undefined;
  useRememberPerson(companyId, found);
  const pager = usePager(data, PAGE);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const selection = useMemo(() => ({ ids, set: (next: Iterable<number>) => setIds(new Set(next)) }), [ids]);
  const rowActions = useCallback(
    (person: Individual) => (
      <Flex as="span" display="inline-flex" align="center" gap="1">
        <SelectBox person={person} isSelected={ids.has(person.id)} onChange={setIds} />
        <RowMenu person={person} />
      </Flex>
    ),
    [ids],
  );
  return (
    <>
      <BulkBar
        companyId={companyId}
        companyName={companyName}
        selection={selection}
        include={includedWith(include, purpose)}
      />
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
          actions={rowActions}
          sort={query.sort === undefined ? undefined : parseSort(query.sort)}
          onSort={(sort) => url.set({ sort: sort ? formatSort(sort) : afterNone(query.sort), cursor: null })}
          toolbar={
            <>
              <IndividualFilters companyId={companyId} />
              {wantsExternalIds ? <ExternalIdsChip companyId={companyId} /> : null}
            </>
          }
          choice={choice}
          tools={
            rows && rows.length > 0 ? (
              <SelectMenu selection={selection} page={rows.map(({ id }) => id)} query={query} />
            ) : null
          }
          {...(selected === undefined && !isWide ? { hint: t('select.title') } : {})}
          {...(rows && rows.length > 0 ? { onExport: startExport } : {})}
          // Pages of an uncounted list may be short, so their positions are unknown.
          pager={data?.total === undefined ? { ...pager, from: undefined } : pager}
          empty={
            pager.onNext === undefined ? (
              <NoIndividuals isFiltered={isFiltered(query)} />
            ) : (
              <NoneYet onSearch={pager.onNext} />
            )
          }
        />
        {exportDialog}
      </Card>
      <Below isReady={!isLoading}>{below}</Below>
    </>
  );
}

interface SelectBoxProps {
  person: Individual;
  isSelected: boolean;
  onChange: (change: (ids: ReadonlySet<number>) => ReadonlySet<number>) => void;
}

function SelectBox({ person, isSelected, onChange }: SelectBoxProps) {
  const { t } = useTranslation('individuals');
  return (
    <CheckBox
      aria-label={t('bulk.select', { id: individualName(person.id) })}
      checked={isSelected}
      onChange={() =>
        onChange((ids) =>
          isSelected ? new Set([...ids].filter((id) => id !== person.id)) : new Set([...ids, person.id]),
        )
      }
    />
  );
}

/** No match so far: not everybody is judged. */
function NoneYet({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('individuals');
  return (
    <EmptyState
      icon={SearchX}
      title={t('empty.soFar')}
      hint={t('empty.soFarHint')}
      action={<Button onClick={onSearch}>{t('empty.searchOn')}</Button>}
    />
  );
}

/** The empty states, no match or no individuals yet, each with its next action. */
function NoIndividuals({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const can = useCan();
  if (isFiltered) {
    const clear = () => set({ ...noFilters, search: null, cursor: null });
    return (
      <EmptyState
        icon={SearchX}
        title={t('empty.filtered')}
        hint={t('empty.filteredHint')}
        action={
          <Flex gap="2" wrap="wrap" justify="center">
            <Button onClick={clear}>{t('empty.clear')}</Button>
            {can('pii:reveal') ? (
              <Button variant="primary" onClick={() => set({ find: '1' }, { push: true })}>
                {t('find.open')}
              </Button>
            ) : null}
          </Flex>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Users}
      title={t('empty.title')}
      hint={t(can('pii:write') ? 'empty.hint' : 'empty.ask')}
      action={
        can('pii:write') ? (
          <Button asChild>
            <Link to={`/imports?company=${get('company')}&new=1`}>
              <Icon as={Upload} />
              {t('empty.action')}
            </Link>
          </Button>
        ) : undefined
      }
    />
  );
}
