import type { Answer } from '@pii-vault/contract/client';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';

interface CredentialStatusProps {
  credentials: Answer<'GET /users/{id}/api-credentials'>;
}

/** Whether there are credentials, which, since when and when they were used. */
export function CredentialStatus({ credentials }: CredentialStatusProps) {
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
              { label: t('credentials.created'), value: createdAt ? format.dateTime(createdAt) : '–' },
              { label: t('credentials.lastUsed'), value: lastUsed ? format.dateTime(lastUsed) : t('never') },
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
