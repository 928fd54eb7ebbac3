import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopiedValue } from '../../../../ui/copied-value.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import type { ShownCredentials } from '../../queries.ts';

interface ShownSecretProps {
  credentials: ShownCredentials;
  /** The secret was copied. */
  onCopied: () => void;
}

/** Client id and secret, for this once. */
export function ShownSecret({ credentials, onCopied }: ShownSecretProps) {
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
