import type { User } from '@pii-vault/contract/users/users-schema';
import { useTranslation } from 'react-i18next';
import { SessionList } from '../../../../live-sessions/session-list.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../../ui/stale-banner.tsx';
import { useEndUserSession, useUserSessions } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';

/** Every way in that a user has now. */
export function UserSessions({ user }: { user: User }) {
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
