import { Box } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table/column.ts';
import { Muted } from '../../../ui/muted.tsx';
import { MutedTime, RelativeTime } from '../../../ui/relative-time.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { userName } from '../rules/user-name.ts';
import { statusTones } from '../rules/user-tones.ts';

type Translate = ReturnType<typeof useTranslation<'users'>>['t'];

interface Shown {
  /** With several pages nothing is sortable: the server has only one order. */
  isWhole: boolean;
  /** Whether the panel is open: it shows the times and leaves less width for the list. */
  hasPanel: boolean;
}

export function useUserColumns({ isWhole, hasPanel }: Shown): readonly Column<User>[] {
  const { t } = useTranslation('users');
  return useMemo(() => {
    const columns = [...identityColumns(t), ...(hasPanel ? [] : timeColumns(t))];
    return isWhole ? columns : columns.map(({ value: _, ...column }) => column);
  }, [t, isWhole, hasPanel]);
}

function identityColumns(t: Translate): readonly Column<User>[] {
  return [
    {
      id: 'name',
      header: t('column.user'),
      isFixed: true,
      list: 'title',
      value: userName,
      cell: (user) => <Strong>{userName(user)}</Strong>,
    },
    {
      id: 'email',
      header: t('column.email'),
      value: (user) => user.email,
      cell: (user) => (
        <Box as="span" color="ink.2" overflowWrap="anywhere">
          {user.email}
        </Box>
      ),
    },
    {
      id: 'role',
      header: t('column.role'),
      value: (user) => user.role,
      cell: (user) => <RoleBadge role={user.role} />,
    },
    {
      id: 'company',
      header: t('column.company'),
      value: (user) => user.company?.name ?? '',
      cell: (user) => user.company?.name ?? t('allCompanies'),
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: (user) => user.status,
      cell: (user) => <StatusBadge tone={statusTones[user.status]}>{t(`status.${user.status}`)}</StatusBadge>,
    },
  ];
}

function timeColumns(t: Translate): readonly Column<User>[] {
  return [
    {
      id: 'lastLoginAt',
      header: t('column.lastLogin'),
      list: 'none',
      value: (user) => user.lastLoginAt,
      cell: (user) => <Muted>{user.lastLoginAt ? <RelativeTime at={user.lastLoginAt} /> : t('never')}</Muted>,
    },
    {
      id: 'createdAt',
      header: t('column.created'),
      list: 'none',
      value: (user) => user.createdAt,
      cell: (user) => <MutedTime at={user.createdAt} />,
    },
  ];
}
