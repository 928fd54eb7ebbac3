import { Box, Flex } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf, silentFault } from '../client/message-of.ts';
import { environmentConfig } from '../environment/environments.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Mono } from './mono.tsx';
import { isRetryable } from './retryable.ts';

interface ErrorStateProps {
  error: unknown;
  /** What failed, as a sentence. */
  title?: string;
  /** Shown if the server sent no message. */
  hint?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Further buttons. */
  children?: ReactNode;
}

/** Title, request id and, if a retry may help, a Retry button; with debug tools also the reason. */
export function ErrorState({ error, title, hint, onRetry, isRetrying, children }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  const requestId = error instanceof Problem ? error.requestId : undefined;
  const reason = error instanceof Problem && environmentConfig().debugTools ? error.reason : undefined;
  return (
    <Flex role="alert" direction="column" align="center" textAlign="center" px="5" py="10" gap="1">
      <Flex
        align="center"
        justify="center"
        boxSize="10"
        borderRadius="full"
        bg="error.soft"
        color="error"
        mb="2"
      >
        <Icon as={TriangleAlert} size={20} />
      </Flex>
      <Box textStyle="strong">{title ?? t('error.title')}</Box>
      <Box color="ink.2" maxWidth="form" overflowWrap="anywhere">
        {messageOf(error, hint ?? t(`error.${silentFault(error)}`))}
      </Box>
      {requestId ? (
        <Box textStyle="small" color="ink.2">
          {t('error.requestId')} <Mono>{requestId}</Mono> {reason ? <Mono>{reason}</Mono> : null}
        </Box>
      ) : null}
      {onRetry && isRetryable(error) ? (
        <Flex mt="3" gap="2" wrap="wrap" justify="center">
          <Button icon={RotateCw} pending={isRetrying ?? false} onClick={onRetry}>
            {t('error.retry')}
          </Button>
          {children}
        </Flex>
      ) : null}
    </Flex>
  );
}
