import { Box, Flex } from '@chakra-ui/react';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { daysLeft } from '../../../keys/key-figures.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { verdictOf } from '../encryption.ts';

/** Height of two lines with padding and border. */
export const VERDICT_HEIGHT = 'calc({sizes.10} + {spacing.8} + 2px)';

interface VerdictBannerProps {
  environment: EnvironmentStatus;
  keys: readonly EncryptionKey[];
}

/** Overall state of encryption and keys, and the next action. */
export function VerdictBanner({ environment, keys }: VerdictBannerProps) {
  const { t } = useTranslation('encryption');
  const { set } = useUrlState();
  const nowMs = Date.now();
  const { kind, tone, key } = verdictOf(environment, keys, nowMs);
  const values = {
    company: key?.company.name,
    type: key && t(`keyType.${key.keyType}`),
    count: key ? Math.max(0, daysLeft(key, nowMs)) : 0,
    status: t(`keyStore.${environment.keyStore.status}`, { ns: 'app' }),
  };
  return (
    <Flex
      role="status"
      align="center"
      gap="3"
      wrap="wrap"
      minHeight={VERDICT_HEIGHT}
      p="4"
      mb="4"
      borderWidth="1px"
      borderRadius="card"
      bg={`${tone}.soft`}
    >
      <Box color={tone} flexShrink="0">
        <Icon as={tone === 'success' ? ShieldCheck : ShieldAlert} size={20} />
      </Box>
      <Box flex="1" minWidth="60">
        <Box textStyle="strong">{t(`verdict.${kind}.title`, values)}</Box>
        <Box color="ink.2">{t(`verdict.${kind}.text`, values)}</Box>
      </Box>
      {key ? (
        <Button asChild>
          <Link to={`/encryption-keys?company=${key.companyId}`}>{t('verdict.openKeys')}</Link>
        </Button>
      ) : kind === 'good' ? null : (
        <Button onClick={() => set({ tab: 'hsm' }, { push: true })}>{t('verdict.openStore')}</Button>
      )}
    </Flex>
  );
}
