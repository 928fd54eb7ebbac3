import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { HeatMap } from '../../../ui/charts/heat-map.tsx';
import { clockOf, HOURS, weekValues } from '../analytics.ts';
import { useAmountColumn } from './use-day-column.ts';

interface Cell {
  weekday: string;
  from: string;
  order: number;
  entries: number;
}

/** One week from Monday, 5 January 1970: dates for the names of weekdays. */
const weekdays = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(1970, 0, 5 + at)));

/** Accesses by weekday and hour in the company's time zone. */
export function WeekCard({ cells }: { cells: Analytics['access']['byWeekdayHour'] }) {
  const { t, i18n } = useTranslation('analytics');
  const format = useFormat();
  const amount = useAmountColumn();
  const values = weekValues(cells);
  const dayName = (style: 'short' | 'long') => {
    const names = new Intl.DateTimeFormat(i18n.language, { weekday: style, timeZone: 'UTC' });
    return weekdays.map((day) => names.format(day));
  };
  const [short, long] = [dayName('short'), dayName('long')];
  const rows: Cell[] = values.map((entries, order) => ({
    weekday: long[Math.floor(order / HOURS)] ?? '',
    from: clockOf(order % HOURS),
    order,
    entries,
  }));
  const total = values.reduce((sum, one) => sum + one, 0);
  const most = rows.toSorted((a, b) => b.entries - a.entries)[0];
  return (
    <ChartCard
      id="access-by-hour"
      title={t('week.title')}
      summary={
        most
          ? t('says.week', {
              weekday: most.weekday,
              from: most.from,
              n: format.number(most.entries),
              total: format.number(total),
            })
          : ''
      }
      note={t('week.note')}
      rows={rows}
      columns={[
        {
          id: 'weekday',
          header: t('week.weekday'),
          isFixed: true,
          list: 'title',
          value: ({ order }) => order,
          cell: ({ weekday }) => weekday,
        },
        {
          id: 'from',
          header: t('week.from'),
          list: 'note',
          value: ({ from }) => from,
          cell: ({ from }) => from,
        },
        amount<Cell>('entries', t('column.entries'), ({ entries }) => entries),
      ]}
      rowKey={({ order }) => String(order)}
      isEmpty={total === 0}
      empty={t('days.empty')}
    >
      {(width) => (
        <HeatMap
          label={t('week.label', { n: format.number(total) })}
          width={width}
          rows={short}
          columns={Array.from({ length: HOURS }, (_, hour) => clockOf(hour))}
          values={values}
          textOf={(row, column) =>
            t('week.cell', {
              weekday: long[row],
              from: clockOf(column),
              n: format.number(values[row * HOURS + column] ?? 0),
            })
          }
        />
      )}
    </ChartCard>
  );
}
