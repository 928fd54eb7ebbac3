import { Box, Flex } from '@chakra-ui/react';
import type { SecondFactor } from '@pii-vault/contract/auth/factors-schema';
import { Fingerprint, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';

interface FactorRowProps {
  factor: SecondFactor;
  onRename: () => void;
  onRemove: () => void;
}

const icons = { passkey: Fingerprint, totp: Smartphone } as const;

/** One second factor: its name, kind, and when it was added and used. */
export function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { t } = useTranslation('session');
  const format = useFormat();
  const { name, kind, createdAt, lastUsedAt } = factor;
  return (
    <Flex as="li" align="center" gap="3" py="3" borderTopWidth="1px" wrap="wrap">
      <Icon as={icons[kind]} size={20} />
      <Box flex="1" minWidth="44">
        <Box textStyle="strong" overflowWrap="anywhere">
          {name}
        </Box>
        <Box textStyle="small" color="ink.2">
          {t(`factors.kind.${kind}`)} · {t('factors.added', { at: format.dateTime(createdAt) })} ·{' '}
          {t('factors.used')} {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('factors.never')}
        </Box>
      </Box>
      <Flex gap="1">
        <Button size="sm" variant="ghost" aria-label={t('factors.renameOf', { name })} onClick={onRename}>
          {t('factors.rename')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          color="error"
          aria-label={t('factors.removeOf', { name })}
          onClick={onRemove}
        >
          {t('factors.remove')}
        </Button>
      </Flex>
    </Flex>
  );
}
