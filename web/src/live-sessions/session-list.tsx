import { Box } from '@chakra-ui/react';
import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../client/message-of.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/toaster.tsx';
import { SessionRow } from './session-row.tsx';

interface SessionListProps {
  sessions: readonly LiveSession[];
  /** Ends the session with this id. */
  end: UseMutationResult<unknown, Error, string>;
  /** What happens when one of this kind ends. */
  endText: (kind: LiveSession['kind']) => string;
}

/** Sessions, tokens and the API credential of a user, newest first; each can be ended. */
export function SessionList({ sessions, end, endText }: SessionListProps) {
  const { t } = useTranslation('live-sessions');
  const [ending, setEnding] = useState<LiveSession | null>(null);
  const kind = ending?.kind ?? 'login';

  const submit = () =>
    ending &&
    end.mutate(ending.id, {
      onSuccess: () => {
        notify.success(t('ended'));
        setEnding(null);
      },
      onError: (problem) => notify.error(t('error'), messageOf(problem, t('failed')), { error: problem }),
    });

  return (
    <>
      {sessions.length === 0 ? <Box color="ink.2">{t('none')}</Box> : null}
      <Box as="ul" listStyleType="none">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </Box>
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t(`endTitle.${kind}`)}
        description={endText(kind)}
        confirmLabel={t(`endSubmit.${kind}`)}
        isDanger
        pending={end.isPending}
        onConfirm={submit}
      />
    </>
  );
}
