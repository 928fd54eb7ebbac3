import type { UserAction } from '@pii-vault/contract/audit-user-actions/audit-user-actions-schema';
import { UserCog, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { exportUserActions, useUserActions } from '../queries.ts';
import { lookOf, userActionGroups } from '../rules/actions.ts';
import { userActionsQuery } from '../rules/trail-query.ts';
import { ActionChip, CompanyChip } from './trail-filters.tsx';

const PAGE = 50;

interface UserActionsProps {
  companyId: number;
  companyName: string;
  mayAll: boolean;
}

/** User actions other than views of data. A row links to its entry in the trail. */
export function UserActions({ companyId, companyName, mayAll }: UserActionsProps) {
  const { t } = useTranslation('audit');
  const { get, set } = useUrlState();
  const { cursor } = useCursor();
  const query = userActionsQuery(get, { id: companyId, zone: useCompanyZone() }, mayAll);
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useUserActions({
    ...query,
    limit: PAGE,
    cursor,
  });
  const columns = useActionColumns(query.companyId === undefined);
  const { startExport, exportDialog, isExporting } = useFileExport(
    (signal) => exportUserActions(query, signal),
    t('actions.exportText'),
  );
  const rows = data?.rows;
  const pager = usePager(data, PAGE);
  return (
    <Card flush>
      <DataTable
        id="user-actions"
        title={t('actions.title')}
        label={t('actions.title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        error={error}
        onRetry={refetch}
        isChanging={isPlaceholderData}
        updatedAt={dataUpdatedAt}
        hint={t('actions.hint')}
        onSelect={({ id }) =>
          set({ view: null, search: String(id), action: null, user: null, cursor: null }, { push: true })
        }
        isExporting={isExporting}
        {...(rows && rows.length > 0 ? { onExport: startExport } : {})}
        toolbar={
          <>
            <UserChip rows={rows} />
            <ActionChip groups={userActionGroups} />
            {mayAll ? <CompanyChip companyName={companyName} /> : null}
          </>
        }
        pager={pager}
        empty={<NoActions isFiltered={Boolean(query.userId ?? query.action)} />}
      />
      {exportDialog}
    </Card>
  );
}

/** Filter by user. Without a filter it offers the current user's own actions; the cross removes it. */
function UserChip({ rows }: { rows: readonly UserAction[] | undefined }) {
  const { t } = useTranslation('audit');
  const { get, set } = useUrlState();
  const own = useUser().id;
  const user = get('user');
  const named = rows?.find(({ userId }) => String(userId) === user)?.userName;
  if (user === '')
    return (
      <Chip type="button" onClick={() => set({ user: String(own), cursor: null })}>
        {t('actions.own')}
      </Chip>
    );
  return (
    <Chip
      type="button"
      data-active
      aria-label={t('actions.everybody')}
      onClick={() => set({ user: null, cursor: null })}
    >
      {user === String(own) ? t('actions.own') : (named ?? t('actor.user', { id: user }))}
      <Icon as={X} size={12} />
    </Chip>
  );
}

function NoActions({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('audit');
  const { set } = useUrlState();
  return (
    <EmptyState
      icon={UserCog}
      title={t(isFiltered ? 'emptyFiltered' : 'actions.empty')}
      action={
        isFiltered ? (
          <Button onClick={() => set({ user: null, action: null, cursor: null })}>{t('clearFilters')}</Button>
        ) : undefined
      }
    />
  );
}

function useActionColumns(showsCompany: boolean): readonly Column<UserAction>[] {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const user = ({ userId, userName }: UserAction) => userName ?? t('actor.user', { id: userId });
  const actionName = useActionName();
  const actionOf = ({ action }: UserAction) => actionName(action);
  const object = ({ resourceType, resourceId }: UserAction) =>
    [t(`resource.${resourceType}`, { defaultValue: resourceType }), resourceId].filter(Boolean).join(' ');
  const company = ({ details }: UserAction) => details.companyName ?? t('noCompany');
  return [
    {
      id: 'time',
      header: t('column.time'),
      isFixed: true,
      list: 'end',
      cell: ({ timestamp }) => format.dateTime(timestamp),
    },
    { id: 'user', header: t('column.user'), list: 'note', cell: user },
    {
      id: 'action',
      header: t('column.action'),
      list: 'title',
      cell: (row) => <StatusBadge tone={lookOf(row).tone}>{actionOf(row)}</StatusBadge>,
    },
    { id: 'object', header: t('column.object'), list: 'note', cell: object },
    ...(showsCompany
      ? [{ id: 'company', header: t('filter.company'), list: 'note', cell: company } as const]
      : []),
    {
      id: 'address',
      header: t('column.address'),
      list: 'none',
      cell: ({ ipAddress }) => <Mono>{ipAddress ?? '–'}</Mono>,
    },
  ];
}
