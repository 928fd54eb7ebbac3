import { Box, Flex } from '@chakra-ui/react';
import type { AccessLine } from '@pii-vault/contract/access-reviews/access-reviews-schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Mono } from '../../../ui/mono.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Strong } from '../../../ui/strong.tsx';

/** Name of an account, or its number where the list of users does not show it to this user. */
export function useLineName(): (line: Pick<AccessLine, 'userId' | 'userName' | 'via'>) => string {
  const { t } = useTranslation('governance');
  return ({ userId, userName, via }) =>
    userName ?? t(via === 'super_admin' ? 'review.superAdmin' : 'accessReviews.user', { id: userId });
}

/** In the server's order, unused access first, so no column sorts. */
export function useLineColumns(): readonly Column<AccessLine>[] {
  const { t } = useTranslation('governance');
  return [
    {
      id: 'user',
      header: t('review.user'),
      isFixed: true,
      list: 'title',
      cell: (line) => <Who line={line} />,
    },
    {
      id: 'role',
      header: t('review.role'),
      list: 'note',
      cell: ({ role }) => <RoleBadge role={role} />,
    },
    {
      id: 'lastUse',
      header: t('review.lastUse'),
      list: 'note',
      cell: ({ lastUsedAt, isDormant }) =>
        isDormant === null ? (
          '–'
        ) : (
          <Flex as="span" gap="1.5" align="center" wrap="wrap">
            {lastUsedAt === null ? <Muted>{t('review.never')}</Muted> : <RelativeTime at={lastUsedAt} />}
            {isDormant ? <StatusBadge tone="warning">{t('review.dormant')}</StatusBadge> : null}
          </Flex>
        ),
    },
    {
      id: 'decision',
      header: t('review.decision'),
      list: 'note',
      cell: (line) => <Decision line={line} />,
    },
    {
      id: 'access',
      header: t('review.access'),
      list: 'note',
      cell: (line) => <Access line={line} />,
    },
    {
      id: 'factor',
      header: t('review.factor'),
      list: 'none',
      cell: ({ kind, hasSecondFactor }) =>
        kind === 'credential' || hasSecondFactor === null
          ? '–'
          : t(hasSecondFactor ? 'review.factorOn' : 'review.factorOff'),
    },
    {
      id: 'decidedBy',
      header: t('review.decidedBy'),
      list: 'none',
      cell: ({ decidedBy, decidedByName, decidedAt }) =>
        decidedBy === null ? (
          '–'
        ) : (
          <Muted>
            {decidedByName ?? t('accessReviews.user', { id: decidedBy })} · <RelativeTime at={decidedAt} />
          </Muted>
        ),
    },
  ];
}

function Who({ line }: { line: AccessLine }) {
  const { t } = useTranslation('governance');
  const name = useLineName()(line);
  const { userId, userName, status } = line;
  return (
    <Flex as="span" gap="1.5" align="center" wrap="wrap">
      {userName === null ? (
        <Strong>{name}</Strong>
      ) : (
        <Link to={`/users?selected=${userId}`} onClick={(event) => event.stopPropagation()}>
          {name}
        </Link>
      )}
      {status === null || status === 'active' ? null : (
        <StatusBadge tone={status === 'suspended' ? 'error' : 'neutral'}>
          {t(`review.status.${status}`)}
        </StatusBadge>
      )}
    </Flex>
  );
}

/** How the account enters the company, or its API credential. */
function Access({ line }: { line: AccessLine }) {
  const { t } = useTranslation(['governance', 'app']);
  const format = useFormat();
  const { kind, clientId, via, defaultRole, mayErase, formerSecretUntil } = line;
  if (kind === 'credential')
    return (
      <Box as="span">
        {t('review.credential')} {clientId === null ? null : <Mono overflowWrap="anywhere">{clientId}</Mono>}
        <Muted>
          {mayErase ? ` · ${t('review.mayErase')}` : ''}
          {formerSecretUntil === null
            ? ''
            : ` · ${t('review.formerSecret', { at: format.dateTime(formerSecretUntil) })}`}
        </Muted>
      </Box>
    );
  const other = t(`role.${defaultRole}`, { ns: 'app', defaultValue: defaultRole ?? '' });
  return (
    <Muted>
      {t(`review.via.${via}`)}
      {defaultRole === null ? '' : ` · ${t('review.defaultRole', { role: other })}`}
    </Muted>
  );
}

function Decision({ line: { decision, act, reason, obstacle } }: { line: AccessLine }) {
  const { t } = useTranslation('governance');
  if (decision === null)
    return <Muted>{t(obstacle === null ? 'review.open' : `review.obstacle.${obstacle}`)}</Muted>;
  return (
    <Flex as="span" gap="1.5" align="center" wrap="wrap">
      <StatusBadge tone={decision === 'keep' ? 'success' : 'error'}>
        {t(decision === 'keep' ? 'review.isKept' : `review.act.${act ?? 'gone'}`)}
      </StatusBadge>
      {reason === null ? null : <Muted>{t(`review.reason.${reason}`)}</Muted>}
    </Flex>
  );
}
