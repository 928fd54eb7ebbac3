import { Box, Flex } from '@chakra-ui/react';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useFileExport } from '../../../ui/data-table/use-file-export.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { MutedTime } from '../../../ui/relative-time.tsx';
import { SidePanelLayout } from '../../../ui/side-panel.tsx';
import { Strong } from '../../../ui/strong.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { regulationStates, statusFilterOf, statusOrder } from '../compliance.ts';
import { exportChecks } from '../queries.ts';
import { CheckBadge } from './check-badge.tsx';
import { CheckPanel } from './check-panel.tsx';
import { useComplianceWords } from './use-compliance-words.ts';

interface ChecksTabProps {
  companyId: number;
  checks: readonly ComplianceCheck[];
  updatedAt: number;
}

/** All rules with their latest check. A row opens the details. */
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

function useCheckColumns(): readonly Column<ComplianceCheck>[] {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const from = ({ inForceFrom }: ComplianceCheck) => (inForceFrom === null ? '–' : format.date(inForceFrom));
  return [
    {
      id: 'title',
      header: t('column.rule'),
      isFixed: true,
      list: 'title',
      value: (check) => words.title(check),
      cell: (check) => <Strong>{words.title(check)}</Strong>,
    },
    {
      id: 'ruleId',
      header: t('column.id'),
      list: 'none',
      value: ({ ruleId }) => ruleId,
      cell: ({ ruleId }) => <Mono>{ruleId}</Mono>,
    },
    {
      id: 'status',
      header: t('column.status'),
      list: 'end',
      value: ({ status }) => statusOrder.indexOf(status),
      cell: (check) => <CheckBadge check={check} />,
    },
    {
      id: 'score',
      header: t('column.score'),
      align: 'end',
      list: 'note',
      value: ({ score, readiness }) => score ?? readiness ?? null,
      cell: (check) => words.figure(check),
    },
    {
      id: 'reference',
      header: t('column.reference'),
      list: 'note',
      value: ({ reference }) => reference,
      cell: ({ reference }) => reference,
    },
    {
      id: 'inForceFrom',
      header: t('column.inForce'),
      list: 'none',
      value: ({ inForceFrom }) => inForceFrom,
      cell: from,
    },
    {
      id: 'lastChecked',
      header: t('column.checked'),
      list: 'none',
      value: ({ lastChecked }) => lastChecked,
      cell: ({ lastChecked }) => <MutedTime at={lastChecked} />,
    },
  ];
}
