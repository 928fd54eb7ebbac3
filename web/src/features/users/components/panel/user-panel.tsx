import { Box, Flex } from '@chakra-ui/react';
import type { User } from '@pii-vault/contract/users/users-schema';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { SessionList } from '../../../../live-sessions/session-list.tsx';
import { useUser } from '../../../../session/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { RoleBadge } from '../../../../ui/role-badge.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../../ui/stale-banner.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useIsNarrow } from '../../../../ui/use-media.ts';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useEndUserSession, useManagedUser, useUserSessions } from '../../queries.ts';
import { hasMorePower } from '../../rules/user-actions.ts';
import { userName } from '../../rules/user-name.ts';
import { statusTones } from '../../rules/user-tones.ts';
import { useUserActions } from '../use-user-actions.ts';

/** One user: facts, actions, sessions and credentials. */
export function UserPanel({ id }: { id: number }) {
  const { t } = useTranslation('users');
  const { data: user, error, refetch } = useManagedUser(id);
  if (error && !user) return <ErrorState error={error} onRetry={refetch} />;
  if (!user) return <SkeletonLines count={6} />;
  return (
    <Box display="grid" gap="4">
      <PanelHead user={user} />
      <Facts user={user} />
      <PanelActions user={user} />
      <Box as="section" aria-label={t('sessions.title')} display="grid" gap="2">
        <Box as="h3" textStyle="card">
          {t('sessions.title')}
        </Box>
        <UserSessions user={user} />
      </Box>
    </Box>
  );
}

function PanelHead({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { set } = useUrlState();
  const isNarrow = useIsNarrow();
  return (
    <Flex align="flex-start" gap="2" me={isNarrow ? '8' : '0'}>
      <Box flex="1" minWidth="0">
        <Box as="h2" textStyle="card" overflowWrap="anywhere">
          {userName(user)}
        </Box>
        <Box color="ink.2" overflowWrap="anywhere">
          {user.email}
        </Box>
      </Box>
      {isNarrow ? null : (
        <IconButton size="sm" icon={X} label={t('panel.close')} onClick={() => set({ selected: null })} />
      )}
    </Flex>
  );
}

function Facts({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { status, role, company, lastLoginAt, createdAt } = user;
  return (
    <KeyValue
      items={[
        {
          label: t('column.status'),
          value: <StatusBadge tone={statusTones[status]}>{t(`status.${status}`)}</StatusBadge>,
        },
        { label: t('column.role'), value: <RoleBadge role={role} /> },
        { label: t('column.company'), value: company?.name ?? t('allCompanies') },
        { label: t('column.lastLogin'), value: lastLoginAt ? format.dateTime(lastLoginAt) : t('never') },
        { label: t('column.created'), value: format.dateTime(createdAt) },
      ]}
    />
  );
}

function PanelActions({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const actor = useUser();
  const actions = useUserActions(user);
  const notes = [
    ...(actor.id === user.id ? [t('refused.ownAccount')] : []),
    ...(hasMorePower(actor, user) ? [t('refused.morePower')] : []),
  ];
  return (
    <>
      <Flex gap="2" wrap="wrap">
        {actions.map(({ key, label, icon, isDanger, onSelect }) => (
          <Button
            key={key}
            size="sm"
            icon={icon}
            {...(isDanger ? { color: 'error' } : {})}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      </Flex>
      {notes.map((note) => (
        <Box key={note} color="ink.2">
          {note}
        </Box>
      ))}
    </>
  );
}

/** Sessions and credentials of a user. */
function UserSessions({ user }: { user: User }) {
  const { t } = useTranslation('live-sessions');
  const { data, error, refetch } = useUserSessions(user.id);
  const end = useEndUserSession(user.id);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonLines count={3} />;
  return (
    <>
      <StaleBanner error={error} onRetry={refetch} />
      <SessionList
        sessions={data}
        end={end}
        endText={(kind) => t(`endText.${kind}`, { name: userName(user) })}
      />
    </>
  );
}
