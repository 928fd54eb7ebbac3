import { Grid } from '@chakra-ui/react';
import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { HIGH_FROM } from '@pii-vault/platform/values/bands';
import { useTranslation } from 'react-i18next';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { BarList } from '../../../ui/charts/bar-list.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { StackedBars } from '../../../ui/charts/stacked-bars.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useAmountColumn } from './use-day-column.ts';

type Records = Analytics['recordsByFieldType'][number];
type Bucket = Analytics['quality']['histogram'][number];

/** Records by type, and data quality. */
export function DataTab({ data }: { data: Analytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { quality, recordsByFieldType, totalIndividuals } = data;
  const records = recordsByFieldType.reduce((sum, one) => sum + one.records, 0);
  return (
    <>
      <StatCards>
        <FigureCard
          figure="individuals"
          label={t('stat.individuals')}
          value={format.number(totalIndividuals)}
        />
        <FigureCard
          figure="records"
          label={t('data.records')}
          value={format.number(records)}
          note={t('data.recordsNote')}
        />
        <FigureCard
          figure="quality"
          label={t('data.quality')}
          value={quality.average === null ? null : format.percent(quality.average)}
          note={t('data.mean')}
        />
        <FigureCard
          figure="completeness"
          label={t('data.completeness')}
          value={quality.averageCompleteness === null ? null : format.percent(quality.averageCompleteness)}
          note={t('data.mean')}
        />
      </StatCards>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <TypesCard records={recordsByFieldType} />
        <QualityCard histogram={quality.histogram} />
      </Grid>
    </>
  );
}

function TypesCard({ records }: { records: readonly Records[] }) {
  const { t } = useTranslation('analytics');
  const amount = useAmountColumn();
  const format = useFormat();
  const name = ({ fieldType }: Records) => t(`field.${fieldType}`, { defaultValue: fieldType });
  const sorted = records.toSorted((a, b) => b.records - a.records);
  const [most] = sorted;
  return (
    <ChartCard
      id="records-by-type"
      title={t('types.title')}
      summary={
        most
          ? t('says.types', {
              type: name(most),
              n: format.number(most.records),
              total: format.number(records.reduce((sum, one) => sum + one.records, 0)),
            })
          : ''
      }
      note={t('types.note')}
      rows={records}
      columns={[
        { id: 'fieldType', header: t('types.type'), isFixed: true, list: 'title', value: name, cell: name },
        amount<Records>('records', t('data.records'), (one) => one.records),
      ]}
      rowKey={({ fieldType }) => fieldType}
      isEmpty={records.length === 0}
      empty={t('types.empty')}
    >
      {() => (
        <BarList
          label={t('types.title')}
          items={sorted.map((one) => ({ key: one.fieldType, label: name(one), value: one.records }))}
        />
      )}
    </ChartCard>
  );
}

function QualityCard({ histogram }: { histogram: readonly Bucket[] }) {
  const { t } = useTranslation('analytics');
  const amount = useAmountColumn();
  const format = useFormat();
  const name = ({ from, to }: Bucket) => `${from}–${to}`;
  const sum = (buckets: readonly Bucket[]) =>
    buckets.reduce((total, { individuals }) => total + individuals, 0);
  const [high, total] = [sum(histogram.filter(({ from }) => from >= HIGH_FROM)), sum(histogram)];
  return (
    <ChartCard
      id="quality"
      title={t('quality.title')}
      summary={t('says.quality', {
        n: format.number(high),
        total: format.number(total),
        share: format.percent((100 * high) / Math.max(1, total)),
      })}
      note={t('quality.note')}
      rows={histogram}
      columns={[
        {
          id: 'bucket',
          header: t('data.quality'),
          isFixed: true,
          list: 'title',
          value: ({ from }) => from,
          cell: name,
        },
        amount<Bucket>('individuals', t('growth.individuals'), (one) => one.individuals),
      ]}
      rowKey={name}
      isEmpty={histogram.every(({ individuals }) => individuals === 0)}
      empty={t('growth.empty')}
    >
      {(width) => (
        <StackedBars
          label={t('quality.title')}
          width={width}
          series={[{ label: t('growth.individuals'), color: 'category.1' }]}
          bars={histogram.map((one) => ({
            key: name(one),
            tick: name(one),
            name: name(one),
            values: [one.individuals],
          }))}
        />
      )}
    </ChartCard>
  );
}
