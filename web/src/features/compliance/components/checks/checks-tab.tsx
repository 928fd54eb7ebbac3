import { Box, Flex } from '@chakra-ui/react';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FilterChip } from '../../../../ui/filter-chip.tsx';
import { SidePanelLayout } from '../../../../ui/side-panel.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { exportChecks } from '../../queries.ts';
import { regulationStates, statusOrder } from '../../rules/check-states.ts';
import { statusFilterOf } from '../../rules/view.ts';
import { useComplianceWords } from '../use-compliance-words.ts';
import { useCheckColumns } from './check-columns.tsx';
import { CheckPanel } from './check-panel.tsx';

interface ChecksTabProps {
  companyId: number;
  checks: readonly ComplianceCheck[];
  updatedAt: number;
}

/** Every rule with its latest check; a row opens law, evidence and what to do. */
export function ChecksTab({ companyId, checks, updatedAt }: ChecksTabProps) {
  const { t } = useTranslation('compliance');
  const { get, set } = useUrlState();
  const words = useComplianceWords();
  const { startExport, exportDialog, isExporting } = useFileExport((signal) =>
    exportChecks(companyId, signal),
  );
  const regulation = get('regulation');
  const status = statusFilterOf(get('status'));
  const selected = checks.find(({ ruleId }) => ruleId === get('rule'));
  const rows = checks.filter(
    (check) =>
      (regulation === '' || check.regulationType === regulation) &&
      (status === undefined || check.status === status),
  );
  return (
    <SidePanelLayout
      label={t('panel.label')}
      openKey={selected?.ruleId}
      onClose={() => set({ rule: null })}
      panel={selected ? <CheckPanel key={selected.ruleId} check={selected} /> : null}
    >
      <Card flush>
        <DataTable
          id="compliance-checks"
          title={t('checks.title')}
          label={t('checks.title')}
          columns={useCheckColumns()}
          rows={rows}
          rowKey={({ ruleId }) => ruleId}
          updatedAt={updatedAt}
          selectedKey={selected?.ruleId}
          onSelect={({ ruleId }) => set({ rule: ruleId }, { push: true })}
          onExport={startExport}
          isExporting={isExporting}
          {...(selected ? {} : { hint: t('checks.hint') })}
          toolbar={
            <Flex gap="2" wrap="wrap">
              <FilterChip
                name={t('column.regulation')}
                value={regulation}
                onChange={(value) => set({ regulation: value })}
                options={[
                  { value: '', label: t('filter.allRegulations') },
                  ...regulationStates(checks).map(({ regulation: value }) => ({
                    value,
                    label: words.regulation(value),
                  })),
                ]}
              />
              <FilterChip
                name={t('column.status')}
                value={status ?? ''}
                onChange={(value) => set({ status: value })}
                options={[
                  { value: '', label: t('filter.allStatus') },
                  ...statusOrder.map((value) => ({ value, label: t(`status.${value}`) })),
                ]}
              />
            </Flex>
          }
          empty={
            <EmptyState
              icon={Scale}
              title={t('checks.empty')}
              action={
                <Button onClick={() => set({ regulation: null, status: null })}>{t('filter.clear')}</Button>
              }
            />
          }
        />
      </Card>
      <Box color="ink.2" textStyle="small" mt="3" maxWidth="prose">
        {t('counsel')}
      </Box>
      {exportDialog}
    </SidePanelLayout>
  );
}
