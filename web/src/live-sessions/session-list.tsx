import { Box, Flex } from '@chakra-ui/react';
import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../client/message-of.ts';
import { useCompanyName } from '../company/use-companies.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Mono } from '../ui/mono.tsx';
import { notify } from '../ui/notify.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RoleBadge } from '../ui/role-badge.tsx';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import { browserName } from './browser-name.ts';

interface SessionListProps {
  sessions: readonly LiveSession[];
  /** Ends the session with this id. */
  end: UseMutationResult<unknown, Error, string>;
  /** Text about the effect of ending a session of this kind. */
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

const tones: Readonly<Record<LiveSession['kind'], Tone>> = {
  login: 'neutral',
  api_token: 'info',
  demo_token: 'info',
  api_credential: 'accent',
};

/** One session or credential: kind, device, creation, last use, creator and address. */
function SessionRow({ session, onEnd }: { session: LiveSession; onEnd: () => void }) {
  const { t } = useTranslation('live-sessions');
  const format = useFormat();
  const { kind, createdAt, userAgent, isCurrent } = session;
  const name = t(`kind.${kind}`);
  const device = browserName(userAgent);
  return (
    <Box as="li" py="3" borderTopWidth="1px" textStyle="small">
      <Flex align="center" gap="2" mb="2" minHeight="controlSm" wrap="wrap">
        <StatusBadge tone={tones[kind]}>{name}</StatusBadge>
        {device === null ? null : <Box textStyle="strong">{t('device', device)}</Box>}
        {isCurrent ? <StatusBadge tone="success">{t('current')}</StatusBadge> : null}
        {isCurrent ? null : (
          <Button
            size="sm"
            variant="ghost"
            color="error"
            ms="auto"
            aria-label={t('endOf', { kind: name, at: format.dateTime(createdAt) })}
            onClick={onEnd}
          >
            {t('end')}
          </Button>
        )}
      </Flex>
      <SessionFacts session={session} />
    </Box>
  );
}

function SessionFacts({ session }: { session: LiveSession }) {
  const { t } = useTranslation('live-sessions');
  const format = useFormat();
  const companyName = useCompanyName();
  const { createdAt, lastSeenAt, createdByName, expiresAt, companyId, role, ipAddress, userAgent } = session;
  const facts = [
    { label: t('created'), value: format.dateTime(createdAt) },
    { label: t('lastUsed'), value: lastSeenAt ? <RelativeTime at={lastSeenAt} /> : t('never') },
    { label: t('by'), value: createdByName ?? t('unknown') },
    { label: t('expires'), value: expiresAt ? format.dateTime(expiresAt) : t('noEnd') },
    ...(companyId === null ? [] : [{ label: t('company'), value: companyName(companyId) }]),
    ...(role === null ? [] : [{ label: t('role'), value: <RoleBadge role={role} /> }]),
    ...(ipAddress ? [{ label: t('address'), value: <Mono>{ipAddress}</Mono> }] : []),
    ...(userAgent ? [{ label: t('agent'), value: userAgent }] : []),
  ];
  return <KeyValue items={facts} />;
}
