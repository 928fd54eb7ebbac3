import { Box, Flex } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf, silentFault } from '../client/message-of.ts';
import { Button } from './button.tsx';
import { isRetryable } from './retryable.ts';

interface MissingPartProps {
  /** What could not be loaded. */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Replaces a part of a screen that could not be loaded. An empty place would look like no data. */
export function MissingPart({ title, error, onRetry }: MissingPartProps) {
  const { t } = useTranslation('ui');
  return (
    <Flex role="alert" align="center" gap="2" wrap="wrap" color="ink.2" textStyle="small">
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        {t('error.part', { title })} {messageOf(error, t(`error.${silentFault(error)}`))}
      </Box>
      {isRetryable(error) ? (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      ) : null}
    </Flex>
  );
}
