import type { LoginAttempt } from '@pii-vault/contract/security/security-schema';
import { Ban, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { usePager } from '../../../../ui/data-table/use-pager.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useCursor } from '../../../../url/use-cursor.ts';
import { ATTEMPTS_PAGE, exportAttempts, useHighRiskAttempts } from '../../queries.ts';
import type { Range } from '../../rules/range.ts';
import { isLoopback } from '../../rules/threats.ts';
import type { AskBlock } from '../blocks/use-blocking.tsx';
import { useAttemptColumns } from './attempt-columns.tsx';

/** Attempts with a risk of 70 or more, newest first. */
export function AttemptsTable({ range, onBlock }: { range: Range; onBlock: AskBlock | undefined }) {
  const { t } = useTranslation('security');
  const { cursor } = useCursor();
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useHighRiskAttempts(range, cursor);
  const { startExport, exportDialog, isExporting } = useFileExport((signal) => exportAttempts(range, signal));
  const rows = data?.rows;
  const pager = usePager(data, ATTEMPTS_PAGE);
  return (
    <Card flush>
      <DataTable
        id="high-risk-attempts"
        title={t('tab.attempts')}
        label={t('tab.attempts')}
        columns={useAttemptColumns()}
        rows={rows}
        rowKey={({ id }) => String(id)}
        error={error}
        onRetry={() => void refetch()}
        isChanging={isPlaceholderData}
        updatedAt={dataUpdatedAt}
        isExporting={isExporting}
        {...(rows && rows.length > 0 ? { onExport: startExport } : {})}
        {...(onBlock
          ? {
              actions: ({ ipAddress }: LoginAttempt) => (
                <IconButton
                  size="sm"
                  icon={Ban}
                  color="error"
                  label={
                    isLoopback(ipAddress) ? t('block.loopback') : t('block.address', { address: ipAddress })
                  }
                  disabled={isLoopback(ipAddress)}
                  onClick={() => onBlock(ipAddress, t('block.reason.attempt'))}
                />
              ),
            }
          : {})}
        pager={pager}
        empty={
          <EmptyState icon={ShieldCheck} title={t('attempts.empty', { span: t(`range.in.${range}`) })} />
        }
      />
      {exportDialog}
    </Card>
  );
}
