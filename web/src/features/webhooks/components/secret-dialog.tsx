import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { LONG_TOAST_MS, notify } from '../../../ui/notify.tsx';
import { OnceDialog } from '../../../ui/once-dialog.tsx';

interface SecretDialogProps {
  title: string;
  description?: string;
  secret: string;
  onClose: () => void;
}

/** The signing secret, shown once, and how a receiver verifies messages with it. */
export function SecretDialog({ title, description, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('webhooks');
  const [isCopied, setCopied] = useState(false);
  return (
    <OnceDialog
      title={title}
      {...(description ? { description } : {})}
      isAtRisk={!isCopied}
      onClose={onClose}
    >
      <Box display="grid" gap="3">
        <Box role="status" display="grid" gap="3" p="3" bg="warning.soft" borderRadius="control">
          <Box textStyle="strong">{t('secret.once')}</Box>
          <CopiedValue
            label={t('secret.label')}
            text={secret}
            copyLabel={t('secret.copy')}
            onCopied={() => setCopied(true)}
          />
        </Box>
        <Box color="ink.2">
          {t('secret.check')}{' '}
          <Mono overflowWrap="anywhere">HMAC-SHA-256(webhook-id.webhook-timestamp.body)</Mono>
        </Box>
      </Box>
    </OnceDialog>
  );
}

/** Shows a signing secret once in a toast: its dialog was closed before the answer. */
export function useAnnounceSecret(): (title: string, secret: string) => void {
  const { t } = useTranslation('webhooks');
  return (title, secret) =>
    notify.success(title, t('secret.once'), {
      durationMs: LONG_TOAST_MS,
      secret: { value: secret, copyLabel: t('secret.copy') },
    });
}
