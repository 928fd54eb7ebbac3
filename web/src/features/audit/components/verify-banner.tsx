import { Box, Flex } from '@chakra-ui/react';
import type { AuditTrailEntry, Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { Problem } from '@pii-vault/contract/problem';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Completeness } from '../proof/check-entries.ts';
import { ProofError } from '../proof/proof-error.ts';
import { type Proved, verifyTrail } from '../proof/verify-trail.ts';
import { ProvedVerdict } from './proved-verdict.tsx';

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

type VerificationState =
  | { status: 'idle' }
  /** `progress` is set once the server has reported it. */
  | { status: 'running'; progress?: Verification }
  | { status: 'proved'; proved: Proved }
  | { status: 'failed'; error: unknown };

/** Verifies the trail and the shown entries. Unmounting cancels the verification. */
export function useVerification() {
  const [state, setState] = useState<VerificationState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(shown: readonly AuditTrailEntry[], completeness: Completeness): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const tell = (next: VerificationState) => (controller.signal.aborted ? undefined : setState(next));
    tell({ status: 'running' });
    try {
      const proved = await verifyTrail({
        shown,
        completeness,
        onProgress: (progress) => tell({ status: 'running', progress }),
        signal: controller.signal,
      });
      tell({ status: 'proved', proved });
    } catch (error) {
      tell({ status: 'failed', error });
    }
  }
  return { state, start };
}
