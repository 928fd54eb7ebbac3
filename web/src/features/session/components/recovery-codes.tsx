import { Box, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../client/download.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Mono } from '../../../ui/mono.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('session');
  const text = codes.join('\n');
  return (
    <Box display="grid" gap="4">
      <Box color="ink.2">{t('codes.text')}</Box>
      <Box
        as="ul"
        aria-label={t('codes.title')}
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        gap="2"
        p="4"
        bg="sunken"
        borderRadius="control"
        textAlign="center"
      >
        {codes.map((code) => (
          <li key={code}>
            <Mono>{code}</Mono>
          </li>
        ))}
      </Box>
      <Flex gap="2" wrap="wrap">
        <CopyButton text={text} label={t('codes.title')} />
        <Button
          size="sm"
          icon={Download}
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'pii-vault-recovery-codes.txt')
          }
        >
          {t('codes.download')}
        </Button>
      </Flex>
      <Button variant="primary" width="full" onClick={onDone}>
        {t('codes.done')}
      </Button>
    </Box>
  );
}
