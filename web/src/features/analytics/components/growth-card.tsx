import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { useAmountColumn, useDayColumn } from './use-day-column.ts';

type Day = Analytics['growth'][number];

interface GrowthCardProps {
  growth: readonly Day[];
  /** Undefined for all companies of the user. */
  companyId: number | undefined;
}

/** Individuals at the end of each day, with what was added and erased. */
export function GrowthCard({ growth, companyId }: GrowthCardProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const mayWrite = useCan()('pii:write', companyId);
  const day = useDayColumn<Day>();
  const amount = useAmountColumn();
  const last = growth.at(-1)?.individuals ?? 0;
  return (
    <ChartCard
      id="growth"
      title={t('growth.title')}
      note={t('growth.note')}
      rows={growth}
      columns={[
        day,
        amount<Day>('individuals', t('growth.individuals'), (one) => one.individuals),
        amount<Day>('added', t('growth.added'), (one) => one.added),
        amount<Day>('erased', t('growth.erased'), (one) => one.erased),
      ]}
      rowKey={(one) => one.day}
      isEmpty={growth.every(({ individuals, erased }) => individuals + erased === 0)}
      empty={t('growth.empty')}
      emptyAction={
        mayWrite ? (
          <Button asChild>
            <Link to="/imports?new=1">{t('growth.import')}</Link>
          </Button>
        ) : null
      }
    >
      {(width) => (
        <LineChart
          label={t('growth.label', { n: format.number(last) })}
          width={width}
          points={growth.map((one) => ({
            key: one.day,
            tick: format.day(one.day),
            name: t('growth.point', {
              day: format.day(one.day),
              added: format.number(one.added),
              erased: format.number(one.erased),
            }),
          }))}
          lines={[
            {
              label: t('growth.individuals'),
              color: 'category.1',
              values: growth.map(({ individuals }) => individuals),
            },
          ]}
        />
      )}
    </ChartCard>
  );
}
