import { Box, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Sparkline } from '../../../../ui/charts/sparkline.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { exportHistory, useRuleHistory } from '../../queries.ts';
import { CheckBadge } from '../check-badge.tsx';
import { useComplianceWords } from '../use-compliance-words.ts';

const LISTED = 5;

/** The last checks of a rule: a line of the last thirty, and the newest of them in words. */
export function RuleHistory({ companyId, ruleId }: { companyId: number; ruleId: string }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const { data, error, refetch } = useRuleHistory(companyId, ruleId);
  const { startExport, exportDialog, isExporting } = useFileExport(
    (signal) => exportHistory(companyId, ruleId, signal),
    t('panel.exportText', { rule: ruleId }),
  );
  return (
    <Box as="section">
      <Flex justify="space-between" align="center" gap="2" mb="2">
        <Box as="h3" textStyle="strong">
          {t('panel.history')}
        </Box>
        <Button size="sm" icon={Download} pending={isExporting} onClick={startExport}>
          {t('panel.export')}
        </Button>
      </Flex>
      {exportDialog}
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonLines count={3} /> : null}
      {data ? (
        <>
          <Sparkline
            label={t('panel.historyOf', { rule: ruleId })}
            values={data.map(({ score, readiness }) => score ?? readiness ?? null).toReversed()}
          />
          <Box as="ul" listStyleType="none" display="grid" gap="1.5" mt="2">
            {data.slice(0, LISTED).map((check) => (
              <Flex as="li" key={check.id} justify="space-between" gap="3" align="center">
                <Muted>{format.dateTime(check.createdAt)}</Muted>
                <Flex gap="2" align="center">
                  {words.figure(check)}
                  <CheckBadge status={check.status} />
                </Flex>
              </Flex>
            ))}
          </Box>
        </>
      ) : null}
    </Box>
  );
}
