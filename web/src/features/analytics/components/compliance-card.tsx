import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { type Line, LineChart } from '../../../ui/charts/line-chart.tsx';
import { useAmountColumn, useDayColumn } from './use-day-column.ts';

type Day = Analytics['complianceTrend'][number];

/** Score of rules in force and readiness of the others; a day without a check is a gap. */
export function ComplianceCard({ trend }: { trend: readonly Day[] }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const day = useDayColumn<Day>();
  const amount = useAmountColumn();
  const lines: readonly Line[] = [
    { label: t('compliance.score'), color: 'category.1', values: trend.map(({ score }) => score) },
    { label: t('compliance.readiness'), color: 'category.2', values: trend.map((one) => one.readiness) },
  ];
  return (
    <ChartCard
      id="compliance-trend"
      title={t('compliance.title')}
      note={t('compliance.note')}
      legend={lines}
      rows={trend}
      columns={[
        day,
        amount<Day>('score', t('compliance.score'), ({ score }) => score),
        amount<Day>('readiness', t('compliance.readiness'), ({ readiness }) => readiness),
        amount<Day>('violations', t('compliance.violations'), ({ violations }) => violations),
      ]}
      rowKey={(one) => one.day}
      isEmpty={lines.every(({ values }) => values.every((value) => value === null))}
      empty={t('compliance.empty')}
    >
      {(width) => (
        <LineChart
          label={t('compliance.title')}
          width={width}
          most={100}
          points={trend.map((one) => ({
            key: one.day,
            tick: format.day(one.day),
            name: format.day(one.day),
          }))}
          lines={lines}
        />
      )}
    </ChartCard>
  );
}
