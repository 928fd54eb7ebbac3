import { Box, Flex } from '@chakra-ui/react';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf, silentFault } from '../client/message-of.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { isRetryable } from './retryable.ts';

interface StaleBannerProps {
  /** Error of the failed refresh; undefined: no banner. */
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** Banner above rows that could not be refreshed: they stay visible and are marked as old. */
export function StaleBanner({ error, onRetry }: StaleBannerProps) {
  const { t } = useTranslation('ui');
  if (!error) return null;
  return (
    <Flex
      role="alert"
      align="center"
      gap="2"
      px="4"
      py="2"
      bg="warning.soft"
      color="warning"
      borderTopWidth="1px"
      wrap="wrap"
    >
      <Icon as={TriangleAlert} />
      <Box flex="1" minWidth="0">
        {t('error.stale')} {messageOf(error, t(`error.${silentFault(error)}`))}
      </Box>
      {onRetry && isRetryable(error) ? (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      ) : null}
    </Flex>
  );
}
