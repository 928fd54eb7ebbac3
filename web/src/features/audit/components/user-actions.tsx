import { UserCog, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useCursor } from '../../../url/use-cursor.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { exportUserActions, useUserActions } from '../queries.ts';
import { userActionGroups } from '../rules/action-groups.ts';
import { userActionsQuery } from '../rules/trail-query.ts';
import { ActionChip } from './action-chip.tsx';
import { useActionColumns } from './action-columns.tsx';
import { CompanyChip } from './company-chip.tsx';

const PAGE = 50;

interface UserActionsProps {
  companyId: number;
  companyName: string;
  mayAll: boolean;
}

/** What users did other than looking at data; a row leads to its entry in the trail, with its proof. */
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
            <UserChip />
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

/** One user's actions only; the cross takes it away, and without it the own ones can be asked for. */
function UserChip() {
  const { t } = useTranslation('audit');
  const { get, set } = useUrlState();
  const own = useUser().id;
  const user = get('user');
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
      {user === String(own) ? t('actions.own') : t('actor.user', { id: user })}
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
