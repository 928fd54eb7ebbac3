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
      id: 'access',
      header: t('review.access'),
      list: 'note',
      cell: (line) => <Access line={line} />,
    },
    {
      id: 'lastUse',
      header: t('review.lastUse'),
      list: 'note',
      cell: ({ lastUsedAt, isDormant }) => (
        <Flex as="span" gap="1.5" align="center" wrap="wrap">
          {lastUsedAt === null ? <Muted>{t('review.never')}</Muted> : <RelativeTime at={lastUsedAt} />}
          {isDormant ? <StatusBadge tone="warning">{t('review.dormant')}</StatusBadge> : null}
        </Flex>
      ),
    },
    {
      id: 'factor',
      header: t('review.factor'),
      list: 'none',
      cell: ({ kind, hasSecondFactor }) =>
        kind === 'credential' ? '–' : t(hasSecondFactor ? 'review.factorOn' : 'review.factorOff'),
    },
    {
      id: 'decision',
      header: t('review.decision'),
      list: 'end',
      cell: (line) => <Decision line={line} />,
    },
  ];
}

function Who({ line }: { line: AccessLine }) {
  const { t } = useTranslation('governance');
  const name = useLineName()(line);
  const { kind, userId, userName, clientId, status } = line;
  return (
    <Flex as="span" gap="1.5" align="center" wrap="wrap">
      {userName === null ? (
        <Strong>{name}</Strong>
      ) : (
        <Link to={`/users?selected=${userId}`} onClick={(event) => event.stopPropagation()}>
          {name}
        </Link>
      )}
      {kind === 'credential' ? (
        <Box as="span" color="ink.2">
          {t('review.credential')} <Mono overflowWrap="anywhere">{clientId}</Mono>
        </Box>
      ) : null}
      {status === 'active' ? null : (
        <StatusBadge tone={status === 'suspended' ? 'error' : 'neutral'}>
          {t(`review.status.${status}`)}
        </StatusBadge>
      )}
    </Flex>
  );
}

function Access({ line }: { line: AccessLine }) {
  const { t } = useTranslation(['governance', 'app']);
  const { role, via, defaultRole, mayErase, formerSecretUntil } = line;
  const format = useFormat();
  const notes = [
    t(`review.via.${via}`),
    ...(defaultRole === null
      ? []
      : [
          t('review.defaultRole', {
            role: t(`role.${defaultRole}`, { ns: 'app', defaultValue: defaultRole }),
          }),
        ]),
    ...(mayErase ? [t('review.mayErase')] : []),
    ...(formerSecretUntil === null
      ? []
      : [t('review.formerSecret', { at: format.dateTime(formerSecretUntil) })]),
  ];
  return (
    <Flex as="span" gap="1.5" align="center" wrap="wrap">
      <RoleBadge role={role} />
      <Muted>{notes.join(' · ')}</Muted>
    </Flex>
  );
}

function Decision({ line }: { line: AccessLine }) {
  const { t } = useTranslation('governance');
  const { decision, act, reason, decidedBy, decidedByName, decidedAt } = line;
  if (decision === null || decidedBy === null) return <Muted>{t('review.open')}</Muted>;
  const name = decidedByName ?? t('accessReviews.user', { id: decidedBy });
  return (
    <Flex as="span" gap="1.5" align="center" wrap="wrap">
      <StatusBadge tone={decision === 'keep' ? 'success' : 'error'}>
        {t(decision === 'keep' ? 'review.isKept' : `review.act.${act ?? 'gone'}`)}
      </StatusBadge>
      <Muted>
        {reason === null ? '' : `${t(`review.reason.${reason}`)} · `}
        {name} · <RelativeTime at={decidedAt} />
      </Muted>
    </Flex>
  );
}
