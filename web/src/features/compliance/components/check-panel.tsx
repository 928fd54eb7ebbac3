import { Box, Flex } from '@chakra-ui/react';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { foundInReaderLanguage, inReaderLanguage } from '../../../i18n/messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { exportHistory, useRuleHistory } from '../queries.ts';
import { CheckBadge } from './check-badge.tsx';
import { useComplianceWords } from './use-compliance-words.ts';

/** One rule: result, recommended action, evidence, law reference and history. */
export function CheckPanel({ check }: { check: ComplianceCheck }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const [first, ...more] = check.recommendations.map(inReaderLanguage);
  const date = (at: string | null) => (at === null ? '–' : format.dateTime(at));
  return (
    <Box display="grid" gap="4">
      <Box>
        <Flex gap="2" align="center" wrap="wrap">
          <Mono>{check.ruleId}</Mono>
          <CheckBadge check={check} />
          <Muted>{words.figure(check)}</Muted>
        </Flex>
        <Box as="h2" textStyle="card" mt="1">
          {words.title(check)}
        </Box>
        <Box mt="1">{foundInReaderLanguage(check, format.number)}</Box>
      </Box>
      {first ? (
        <Box as="section" bg="accent.soft" borderRadius="control" p="3">
          <Box as="h3" textStyle="strong">
            {t('panel.todo')}
          </Box>
          <Box>{first}</Box>
          {more.length > 0 ? (
            <Box as="ul" ps="4" mt="1" color="ink.2">
              {more.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </Box>
          ) : null}
        </Box>
      ) : null}
      {check.evidence.length > 0 ? (
        <Box as="section">
          <Box as="h3" textStyle="strong" mb="2">
            {t('panel.evidence')}
          </Box>
          <KeyValue
            items={check.evidence.map(({ name, value }) => ({
              label: words.evidence(name),
              value: words.evidenceValue(name, value),
            }))}
          />
        </Box>
      ) : null}
      <Box as="section">
        <Box as="h3" textStyle="strong" mb="2">
          {t('panel.law')}
        </Box>
        <KeyValue
          items={[
            { label: t('column.reference'), value: check.reference },
            { label: t('panel.version'), value: check.lawVersion },
            {
              label: t('column.inForce'),
              value: check.inForceFrom === null ? '–' : format.date(check.inForceFrom),
            },
            { label: t('column.checked'), value: date(check.lastChecked) },
            { label: t('panel.next'), value: date(check.nextCheck) },
          ]}
        />
      </Box>
      <RuleHistory companyId={check.companyId} ruleId={check.ruleId} />
    </Box>
  );
}

const LISTED = 5;

/** Chart of the latest checks of a rule, and the newest of them as text. */
function RuleHistory({ companyId, ruleId }: { companyId: number; ruleId: string }) {
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
                  <CheckBadge check={check} />
                </Flex>
              </Flex>
            ))}
          </Box>
        </>
      ) : null}
    </Box>
  );
}
