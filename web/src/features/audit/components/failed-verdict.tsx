import { Box, Flex } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ProofError } from '../proof/proof-error.ts';

/** A proof that does not hold, with its place and reason; or a verification that could not be done at all. */
export function FailedVerdict({ error }: { error: unknown }) {
  const { t } = useTranslation('audit');
  const isProof = error instanceof ProofError;
  const title = !isProof
    ? t('verify.unavailable')
    : error.index === undefined
      ? t('verify.failed')
      : t('verify.failedAt', { index: error.index });
  const requestId = error instanceof Problem ? error.requestId : undefined;
  return (
    <Flex gap="4" align="flex-start" role="alert">
      <Box color={isProof ? 'error' : 'warning'}>
        <Icon as={ShieldAlert} size={24} />
      </Box>
      <Box minWidth="0">
        <Box textStyle="strong" color={isProof ? 'error' : 'ink'}>
          {title}
        </Box>
        <Box color="ink.2" overflowWrap="anywhere">
          {isProof ? faultText(t, error) : messageOf(error, t('verify.unavailableHint'))}
        </Box>
        {requestId ? <Mono color="ink.2">{requestId}</Mono> : null}
      </Box>
    </Flex>
  );
}

/** Describes what was changed: the server's message for its findings, the console's texts for those of the browser. */
const faultText = (
  t: (key: string, values?: Record<string, unknown>) => string,
  { fault, detail }: ProofError,
): string =>
  fault === 'trail' && detail !== undefined ? detail : t(`fault.${fault}`, { detail: detail ?? '–' });
