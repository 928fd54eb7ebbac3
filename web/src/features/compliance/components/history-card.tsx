import { Box } from '@chakra-ui/react';
import type { RegulationTrend } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { categoryColor } from '../../../ui/charts/chart-color.ts';
import { type Line, LineChart } from '../../../ui/charts/line-chart.tsx';
import { useLevels } from '../../../ui/charts/use-comparison.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Segments } from '../../../ui/segments.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { daysOf, trendDays } from '../compliance.ts';
import { useComplianceTrend } from '../queries.ts';
import { useComplianceWords } from './use-compliance-words.ts';

interface Row {
  day: string;
  values: ReadonlyArray<number | null>;
}

/** Daily score of each regulation in force, and readiness of the others. */
export function HistoryCard({ companyId }: { companyId: number }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const { get, set } = useUrlState();
  const range = daysOf(get('days'));
  const { data, error, refetch } = useComplianceTrend(companyId, range);
  const lines = useLines(data ?? []);
  const rows = rowsOf(data, lines);
  const levels = useLevels();
  const columns: readonly Column<Row>[] = [
    {
      id: 'day',
      header: t('history.day'),
      isFixed: true,
      list: 'title',
      value: ({ day }) => day,
      cell: ({ day }) => format.fullDay(day),
    },
    ...lines.map(
      (line, n): Column<Row> => ({
        id: line.label,
        header: line.label,
        align: 'end',
        list: 'note',
        value: ({ values }) => values[n] ?? null,
        cell: ({ values }) => shown(values[n]),
        listCell: ({ values }) => `${line.label} ${shown(values[n])}`,
      }),
    ),
  ];
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.number(value);
  return (
    <Box minWidth="0">
      <ChartCard
        id="compliance-history"
        title={t('history.title')}
        summary={levels(
          lines,
          (rows ?? []).map(({ day }) => day),
        )}
        note={t('history.note')}
        legend={lines}
        rows={rows}
        columns={columns}
        rowKey={({ day }) => day}
        choice={
          <Segments
            label={t('history.range')}
            value={range}
            onChange={(days) => set({ days })}
            options={trendDays.map((value) => ({ value, label: t(`history.${value}`) }))}
          />
        }
        isEmpty={lines.length === 0}
        empty={t('history.empty')}
        error={error}
        onRetry={() => void refetch()}
      >
        {(width) => (
          <LineChart
            label={t('history.title')}
            width={width}
            most={100}
            points={(rows ?? []).map(({ day }) => ({
              key: day,
              tick: format.day(day),
              name: format.day(day),
            }))}
            lines={lines}
          />
        )}
      </ChartCard>
    </Box>
  );
}

/** One line per figure that has at least one value. */
function useLines(trends: readonly RegulationTrend[]): readonly Line[] {
  const { t } = useTranslation('compliance');
  const words = useComplianceWords();
  return trends
    .flatMap(({ regulationType, days }) => {
      const name = words.regulation(regulationType);
      return [
        { label: name, values: days.map(({ score }) => score) },
        { label: t('history.readiness', { name }), values: days.map(({ readiness }) => readiness) },
      ];
    })
    .filter(({ values }) => values.some((value) => value !== null))
    .map((line, n) => ({ ...line, color: categoryColor(n) }));
}

function rowsOf(trends: readonly RegulationTrend[] | undefined, lines: readonly Line[]): Row[] | undefined {
  return (
    trends?.[0]?.days.map(({ day }, at) => ({
      day,
      values: lines.map(({ values }) => values[at] ?? null),
    })) ?? (trends ? [] : undefined)
  );
}
