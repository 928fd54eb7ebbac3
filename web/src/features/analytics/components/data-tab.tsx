import { Grid } from '@chakra-ui/react';
import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { BarList } from '../../../ui/charts/bar-list.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { StackedBars } from '../../../ui/charts/stacked-bars.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useAmountColumn } from './use-day-column.ts';

type Records = Analytics['recordsByFieldType'][number];
type Bucket = Analytics['quality']['histogram'][number];

/** Records by type, and data quality. */
export function DataTab({ data }: { data: Analytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { quality, recordsByFieldType, totalIndividuals } = data;
  // A mean is undefined without individuals.
  const mean = (value: number) => (totalIndividuals === 0 ? null : format.decimal(value, 1));
  const records = recordsByFieldType.reduce((sum, one) => sum + one.records, 0);
  return (
    <>
      <StatCards>
        <StatCard label={t('stat.individuals')} value={format.number(totalIndividuals)} />
        <StatCard label={t('data.records')} value={format.number(records)} note={t('data.recordsNote')} />
        <StatCard label={t('data.quality')} value={mean(quality.average)} note={t('data.ofHundred')} />
        <StatCard
          label={t('data.completeness')}
          value={mean(quality.averageCompleteness)}
          note={t('data.ofHundred')}
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
  const name = ({ fieldType }: Records) => t(`field.${fieldType}`, { defaultValue: fieldType });
  return (
    <ChartCard
      id="records-by-type"
      title={t('types.title')}
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
          items={records
            .toSorted((a, b) => b.records - a.records)
            .map((one) => ({ key: one.fieldType, label: name(one), value: one.records }))}
        />
      )}
    </ChartCard>
  );
}

function QualityCard({ histogram }: { histogram: readonly Bucket[] }) {
  const { t } = useTranslation('analytics');
  const amount = useAmountColumn();
  const name = ({ from, to }: Bucket) => `${from}–${to}`;
  return (
    <ChartCard
      id="quality"
      title={t('quality.title')}
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
