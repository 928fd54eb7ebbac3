import { Flex } from '@chakra-ui/react';
import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import { Ellipsis, MonitorSmartphone, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../../company/company-options.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuActions } from '../../../ui/menu.tsx';
import { useIsPhone } from '../../../ui/use-media.ts';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { exportUsers, useUsers } from '../queries.ts';
import { listQuery } from '../rules/list-query.ts';
import { userName } from '../rules/user-name.ts';
import { useRoleChoices } from './use-role-choices.ts';
import { useUserActions } from './use-user-actions.ts';
import { useUserColumns } from './user-columns.tsx';

const PAGE = 50;

/** Users of the companies that the signed-in user manages; `below` is shown once the list is loaded. */
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
          actions={(user) => <RowActions user={user} />}
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

/** Filters by role, status and company, all in the URL. A change returns to the first page. */
function UserFilters() {
  const { t } = useTranslation('users');
  const { get, set } = useUrlState();
  const roles = useRoleChoices({ hasSuperAdmin: true });
  const companies = useCompanies().data ?? [];
  const choose = (key: string) => (value: string) => set({ [key]: value, cursor: null });
  return (
    <>
      <FilterChip
        name={t('column.role')}
        value={get('role')}
        onChange={choose('role')}
        options={[{ value: '', label: t('allRoles') }, ...roles]}
      />
      <FilterChip
        name={t('column.status')}
        value={get('status')}
        onChange={choose('status')}
        options={[
          { value: '', label: t('allStatus') },
          ...userStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      {companies.length > 1 ? (
        <FilterChip
          name={t('column.company')}
          value={get('in')}
          onChange={choose('in')}
          options={[{ value: '', label: t('anyCompany') }, ...companyOptions(companies)]}
        />
      ) : null}
    </>
  );
}

/** Edit and company roles as icons, and a menu with all actions for one user; on a phone the menu alone. */
function RowActions({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { set } = useUrlState();
  const actions = useUserActions(user);
  const isPhone = useIsPhone();
  const name = userName(user);
  const sessions = {
    key: 'sessions',
    label: t('action.sessions'),
    icon: MonitorSmartphone,
    onSelect: () => set({ selected: String(user.id) }, { push: true }),
  };
  return (
    <Flex gap="0.5" justify="flex-end">
      {actions
        .filter(({ key }) => !isPhone && isInline(key))
        .map(({ key, icon, onSelect }) => (
          <IconButton
            key={key}
            size="sm"
            icon={icon}
            label={t(`action.${key}Of`, { name })}
            onClick={onSelect}
          />
        ))}
      <Menu
        trigger={
          <Button variant="ghost" size="iconSm" aria-label={t('action.menu', { name })}>
            <Icon as={Ellipsis} />
          </Button>
        }
      >
        <MenuActions
          actions={[
            ...actions.filter((action) => action.key !== 'delete'),
            sessions,
            ...actions.filter((action) => action.key === 'delete'),
          ]}
        />
      </Menu>
    </Flex>
  );
}

const isInline = (key: string): key is 'edit' | 'roles' => key === 'edit' || key === 'roles';
