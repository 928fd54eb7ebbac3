import { Box, Flex } from '@chakra-ui/react';
import type { Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { Problem } from '@pii-vault/contract/problem';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { ProofError } from '../proof/proof-error.ts';
import { ProvedVerdict } from './proved-verdict.tsx';
import type { VerificationState } from './use-verification.ts';

/** Progress or result of the last verification; nothing before the first. */
export function VerifyBanner({ state }: { state: VerificationState }) {
  if (state.status === 'idle') return null;
  return (
    <Box mb="4" role="status" aria-live="polite">
      <Card>
        {state.status === 'running' ? <Running progress={state.progress} /> : null}
        {state.status === 'proved' ? <ProvedVerdict proved={state.proved} /> : null}
        {state.status === 'failed' ? <FailedVerdict error={state.error} /> : null}
      </Card>
    </Box>
  );
}

function Running({ progress }: { progress: Verification | undefined }) {
  const { t } = useTranslation('audit');
  return (
    <ProgressBar
      label={t('verify.running')}
      done={progress?.entriesChecked ?? 0}
      total={progress?.treeSize ?? 0}
    />
  );
}

/** Reports an invalid proof with its place and reason, or a verification that could not be completed. */
function FailedVerdict({ error }: { error: unknown }) {
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

/**
 * Uses the server's message for a fault that the server found, and the console's texts for one that the browser found.
 */
const faultText = (
  t: (key: string, values?: Record<string, unknown>) => string,
  { fault, detail }: ProofError,
): string =>
  fault === 'trail' && detail !== undefined ? detail : t(`fault.${fault}`, { detail: detail ?? '–' });
