import { Box } from '@chakra-ui/react';
import type { LoginPeriod } from '@pii-vault/contract/security/security-schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import type { Series } from '../../../ui/charts/legend.tsx';
import { StackedBars } from '../../../ui/charts/stacked-bars.tsx';
import { useComparison } from '../../../ui/charts/use-comparison.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { useLoginTimeline } from '../queries.ts';
import type { Range } from '../rules/range.ts';

const outcomes = ['successful', 'failed', 'blocked'] as const;

/** Attempts over time by outcome. */
export function TimelineCard({ range }: { range: Range }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const { data: all, error, refetch } = useLoginTimeline(range);
  // Half of the periods are the range, the others the time before.
  const half = (all?.length ?? 0) / 2;
  const data = all?.slice(half);
  const names = usePeriodNames(range);
  const series: readonly Series[] = [
    { label: t('outcome.success'), color: 'category.1' },
    { label: t('outcome.failed'), color: 'category.2' },
    { label: t('outcome.blocked'), color: 'category.3' },
  ];
  const compare = useComparison();
  const totals = outcomes.map((outcome) => (data ?? []).reduce((sum, one) => sum + one[outcome], 0));
  const label = `${t('timeline.title')}. ${series.map((one, n) => `${one.label} ${format.number(totals[n] ?? 0)}`).join(', ')}`;
  const sumOf = (periods: readonly LoginPeriod[] = []) =>
    periods.reduce((sum, one) => sum + one.successful + one.failed + one.blocked, 0);
  return (
    <Box mb="4">
      <ChartCard
        id="login-timeline"
        title={t('timeline.title')}
        summary={t('timeline.says', {
          n: format.number(sumOf(data)),
          compared: compare(sumOf(data), sumOf(all?.slice(0, half)), t(`range.of.${range}`)),
          failed: format.number(totals[1] ?? 0),
          blocked: format.number(totals[2] ?? 0),
        })}
        note={t(`timeline.note.${range}`)}
        legend={series}
        rows={data}
        columns={usePeriodColumns(names.name)}
        rowKey={({ from }) => from}
        isEmpty={totals.every((total) => total === 0)}
        empty={t('timeline.empty', { span: t(`range.in.${range}`) })}
        error={error}
        onRetry={() => void refetch()}
      >
        {(width) => (
          <StackedBars
            label={label}
            width={width}
            series={series}
            bars={(data ?? []).map((one) => ({
              key: one.from,
              tick: names.tick(one),
              name: names.name(one),
              values: outcomes.map((outcome) => one[outcome]),
            }))}
          />
        )}
      </ChartCard>
    </Box>
  );
}

/** Hours in the company's time zone; days as the server counted them. */
function usePeriodNames(range: Range) {
  const format = useFormat();
  return {
    tick: ({ from, day }: LoginPeriod) =>
      range === '24' ? format.clock(new Date(from)) : day ? format.day(day) : format.shortDate(from),
    name: ({ from, day }: LoginPeriod) => (day === undefined ? format.dateTime(from) : format.day(day)),
  };
}

function usePeriodColumns(nameOf: (period: LoginPeriod) => string): readonly Column<LoginPeriod>[] {
  const { t } = useTranslation('security');
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'from',
        header: t('timeline.from'),
        isFixed: true,
        list: 'title',
        value: ({ from }) => from,
        cell: nameOf,
      },
      ...outcomes.map(
        (outcome): Column<LoginPeriod> => ({
          id: outcome,
          header: t(`outcome.${outcome === 'successful' ? 'success' : outcome}`),
          align: 'end',
          list: 'note',
          value: (period) => period[outcome],
          cell: (period) => format.number(period[outcome]),
          listCell: (period) =>
            `${t(`outcome.${outcome === 'successful' ? 'success' : outcome}`)} ${format.number(period[outcome])}`,
        }),
      ),
    ],
    [t, format, nameOf],
  );
}
