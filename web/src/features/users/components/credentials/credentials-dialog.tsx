import { Box } from '@chakra-ui/react';
import type { Answer } from '@pii-vault/contract/client';
import type { User } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { CopiedValue } from '../../../../ui/copied-value.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { OnceDialog } from '../../../../ui/once-dialog.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { type ShownCredentials, useApiCredentials, useIssueCredentials } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';
import { CredentialActions } from './credential-actions.tsx';

/**
 * API Credentials of a user. It cannot be closed while a secret is created, because that is returned once. Closing it
 * before the secret is copied asks for confirmation.
 */
export function CredentialsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useApiCredentials(user.id);
  const [shown, setShown] = useState<ShownCredentials | null>(null);
  const [isCopied, setCopied] = useState(false);
  const issue = useIssueCredentials(user.id);
  const close = () => (issue.isPending ? undefined : onClose());
  function show(credentials: ShownCredentials | null): void {
    setShown(credentials);
    setCopied(false);
  }

  return (
    <OnceDialog
      isAtRisk={shown !== null && !isCopied}
      onClose={close}
      title={t('credentials.title')}
      description={t('credentials.text', { name: userName(user) })}
    >
      <Box display="grid" gap="4">
        {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error ? <SkeletonLines /> : null}
        {data ? (
          <>
            <CredentialStatus credentials={data} />
            {shown ? <ShownSecret credentials={shown} onCopied={() => setCopied(true)} /> : null}
            <CredentialActions user={user} credentials={data} issue={issue} onShown={show} />
          </>
        ) : null}
      </Box>
    </OnceDialog>
  );
}

interface CredentialStatusProps {
  credentials: Answer<'GET /users/{id}/api-credentials'>;
}

/** State of the credentials: id, creation and last use. */
function CredentialStatus({ credentials }: CredentialStatusProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { hasCredentials, clientId, createdAt, lastUsed, mayErase, formerSecretUntil } = credentials;
  const status = (
    <StatusBadge tone={hasCredentials ? 'success' : 'neutral'}>
      {t(hasCredentials ? 'credentials.present' : 'credentials.none')}
    </StatusBadge>
  );
  return (
    <KeyValue
      items={[
        { label: t('column.status'), value: status },
        ...(hasCredentials
          ? [
              { label: t('credentials.clientId'), value: <Mono>{clientId ?? '–'}</Mono> },
              { label: t('credentials.created'), value: createdAt ? format.credentialTime(createdAt) : '–' },
              {
                label: t('credentials.lastUsed'),
                value: lastUsed ? format.credentialTime(lastUsed) : t('never'),
              },
              {
                label: t('credentials.erasure'),
                value: t(mayErase ? 'credentials.erasureYes' : 'credentials.erasureNo'),
              },
              ...(formerSecretUntil
                ? [{ label: t('credentials.formerUntil'), value: format.dateTime(formerSecretUntil) }]
                : []),
            ]
          : []),
      ]}
    />
  );
}

interface ShownSecretProps {
  credentials: ShownCredentials;
  /** Called when the secret was copied. */
  onCopied: () => void;
}

/** Client id and secret, shown once. */
function ShownSecret({ credentials, onCopied }: ShownSecretProps) {
  const { t } = useTranslation('users');
  const { clientId, secret } = credentials;
  return (
    <Box role="status" display="grid" gap="3" p="3" bg="warning.soft" borderRadius="control">
      <Box textStyle="strong">{t('credentials.once')}</Box>
      <CopiedValue label={t('credentials.clientId')} text={clientId} copyLabel={t('credentials.copyId')} />
      <CopiedValue
        key={secret}
        label={t('credentials.secret')}
        text={secret}
        copyLabel={t('credentials.copySecret')}
        onCopied={onCopied}
      />
      <Box textStyle="small" color="ink.2">
        {t('credentials.use')} <Mono>Authorization: Bearer clientId:secret</Mono>
      </Box>
    </Box>
  );
}
