import type { UserAction } from '@pii-vault/contract/audit-user-actions/audit-user-actions-schema';
import { useTranslation } from 'react-i18next';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Mono } from '../../../ui/mono.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { lookOf } from '../rules/actions.ts';

/** Who did what to what, when and from where. */
export function useActionColumns(showsCompany: boolean): readonly Column<UserAction>[] {
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
