import { Box } from '@chakra-ui/react';
import type { Verification } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { FailedVerdict } from './failed-verdict.tsx';
import { ProvedVerdict } from './proved-verdict.tsx';
import type { VerificationState } from './use-verification.ts';

/** What the last verification said, in one sentence. Nothing before the first. */
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
