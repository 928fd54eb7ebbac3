import { Box } from '@chakra-ui/react';
import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../../ui/stale-banner.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useEndUserSession, useUserSessions } from '../../api/user-sessions.ts';
import { userName } from '../../rules/user-name.ts';
import { SessionRow } from './session-row.tsx';

/** Sessions, tokens and the API credential of a user, newest first; each can be ended. */
export function SessionList({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useUserSessions(user.id);
  const end = useEndUserSession(user.id);
  const [ending, setEnding] = useState<LiveSession | null>(null);

  const submit = () =>
    ending &&
    end.mutate(ending.id, {
      onSuccess: () => {
        notify.success(t('sessions.ended'));
        setEnding(null);
      },
      onError: (problem) =>
        notify.error(t('error'), messageOf(problem, t('sessions.failed')), { error: problem }),
    });

  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <SkeletonLines count={3} />;
  return (
    <>
      <StaleBanner error={error} onRetry={refetch} />
      {data.length === 0 ? <Box color="ink.2">{t('sessions.none')}</Box> : null}
      <Box as="ul" listStyleType="none">
        {data.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </Box>
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t(`sessions.endTitle.${ending?.kind ?? 'login'}`)}
        description={t(`sessions.endText.${ending?.kind ?? 'login'}`, { name: userName(user) })}
        confirmLabel={t(`sessions.endSubmit.${ending?.kind ?? 'login'}`)}
        isDanger
        pending={end.isPending}
        onConfirm={submit}
      />
    </>
  );
}
