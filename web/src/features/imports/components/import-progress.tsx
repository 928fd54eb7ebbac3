import { Box } from '@chakra-ui/react';
import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { estimatedRows } from '../rules/import-status.ts';
import { useStatusReason } from '../rules/use-status-reason.ts';

/** How far, how fast, how long still; it goes on without this page. */
export function ImportProgress({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const reason = useStatusReason(one);
  const isPaused = one.status === 'paused';
  return (
    <Box>
      <ProgressBar
        label={t(`progress.${one.status}`)}
        done={one.processed}
        total={estimatedRows(one)}
        perSecond={one.status === 'running' && one.perSecond > 0 ? one.perSecond : undefined}
        unit={t('progress.unit')}
        tone={isPaused ? 'warning' : 'accent'}
      />
      <Box color="ink.2" textStyle="small" mt="2">
        {isPaused ? t('progress.pausedBy', { reason }) : t('progress.leave')}
        {isPaused && one.nextTryAt !== null
          ? ` ${t('progress.nextTry', { time: format.dateTime(one.nextTryAt) })}`
          : null}
      </Box>
    </Box>
  );
}
