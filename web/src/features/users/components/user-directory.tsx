import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { exportUsers, useUsers } from '../queries.ts';
import { listQuery } from '../rules/list-query.ts';
import { RowMenu } from './row-menu.tsx';
import { useUserColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';

const PAGE = 50;

/** The users of the companies that the caller manages, with their count; `below` comes when the list is there. */
export function UserDirectory({ below }: { below: ReactNode }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const url = useUrlState();
  const { cursor } = useCursor();
  const query = listQuery(url.get);
  const { data, error, refetch, isLoading, isPlaceholderData, dataUpdatedAt } = useUsers({
    ...query,
    limit: PAGE,
    cursor,
  });
  const pager = usePager(data, PAGE);
  const isWhole = !pager.onNext && !pager.onPrevious;
  const columns = useUserColumns({ isWhole, hasPanel: url.get('selected') !== '' });
  const { startExport, exportDialog, isExporting } = useFileExport((signal) => exportUsers(query, signal));
  const rows = data?.rows;
  const total = data?.total;
  return (
    <>
      <Card flush mb="4">
        <DataTable
          id="users"
          title={total === undefined ? t('list') : t('listCount', { n: format.number(total) })}
          label={t('list')}
          columns={columns}
          rows={rows}
          rowKey={(user) => String(user.id)}
          error={error}
          onRetry={refetch}
          isChanging={isPlaceholderData}
          updatedAt={dataUpdatedAt}
          selectedKey={url.get('selected')}
          onSelect={(user) => url.set({ selected: String(user.id) }, { push: true })}
          actions={(user) => <RowMenu user={user} />}
          toolbar={<UserFilters />}
          isExporting={isExporting}
          {...(url.get('selected') ? {} : { hint: t('rowHint') })}
          {...(rows && rows.length > 0 ? { onExport: startExport } : {})}
          pager={pager}
          empty={<NoUsers isFiltered={Boolean(query.role ?? query.status ?? query.companyId)} />}
        />
        {exportDialog}
      </Card>
      <Below isReady={!isLoading}>{below}</Below>
    </>
  );
}

function NoUsers({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('users');
  const { set } = useUrlState();
  return (
    <EmptyState
      icon={Users}
      title={t(isFiltered ? 'emptyFiltered' : 'empty')}
      action={
        isFiltered ? (
          <Button onClick={() => set({ role: null, status: null, in: null, cursor: null })}>
            {t('clearFilters')}
          </Button>
        ) : (
          <Button onClick={() => set({ new: '1' }, { push: true })}>{t('create.open')}</Button>
        )
      }
    />
  );
}
