import { Grid } from '@chakra-ui/react';
import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { BarList } from '../../../ui/charts/bar-list.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { StackedBars } from '../../../ui/charts/stacked-bars.tsx';
import { useComparison } from '../../../ui/charts/use-comparison.ts';
import { RevealsCard } from './reveals-card.tsx';
import { useActorNames } from './use-actor-names.ts';
import { useAmountColumn, useDayColumn } from './use-day-column.ts';
import { WeekCard } from './week-card.tsx';

type Day = Analytics['access']['byDay'][number];

/** Reveals by recipient and purpose; accesses by weekday and hour, day, user and action. */
export function AccessTab({ data }: { data: Analytics }) {
  const { t } = useTranslation('analytics');
  const { access } = data;
  const names = useActorNames(access.byActor);
  const action = useActionName();
  return (
    <Grid templateColumns="minmax(0, 1fr)" gap="4">
      <RevealsCard data={data} />
      <WeekCard cells={access.byWeekdayHour} />
      <DaysCard data={data} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <RankCard
          id="access-by-action"
          title={t('actions.title')}
          header={t('actions.action')}
          rows={access.byAction.map(({ action: name, entries }) => ({
            key: name,
            label: action(name),
            value: entries,
          }))}
        />
        <RankCard
          id="access-by-actor"
          title={t('actors.title')}
          header={t('actors.actor')}
          note={t('actors.note')}
          rows={access.byActor.map((one) => ({
            key: `${one.actorType}:${one.actorId}`,
            label: names.actor(one),
            id: one.actorId,
            value: one.entries,
          }))}
        />
      </Grid>
    </Grid>
  );
}

function DaysCard({ data }: { data: Analytics }) {
  const { t } = useTranslation('analytics');
  const days = data.access.byDay;
  const total = days.reduce((sum, { entries }) => sum + entries, 0);
  const compare = useComparison();
  const format = useFormat();
  const day = useDayColumn<Day>();
  const amount = useAmountColumn();
  return (
    <ChartCard
      id="access-by-day"
      title={t('days.title')}
      summary={t('says.days', {
        n: format.number(total),
        compared: compare(total, data.previous.entries, t(`range.of.${data.days}`)),
      })}
      note={t('days.note')}
      rows={days}
      columns={[day, amount<Day>('entries', t('column.entries'), ({ entries }) => entries)]}
      rowKey={(one) => one.day}
      isEmpty={total === 0}
      empty={t('days.empty')}
    >
      {(width) => (
        <StackedBars
          label={t('days.title')}
          width={width}
          series={[{ label: t('column.entries'), color: 'category.1' }]}
          bars={days.map((one) => ({
            key: one.day,
            tick: format.day(one.day),
            name: format.day(one.day),
            values: [one.entries],
          }))}
        />
      )}
    </ChartCard>
  );
}

interface Ranked {
  key: string;
  label: string;
  /** Shown as tooltip, because names may not be unique. */
  id?: string;
  value: number;
}

interface RankCardProps {
  id: string;
  title: string;
  header: string;
  note?: string;
  rows: readonly Ranked[];
}

function RankCard({ id, title, header, note, rows }: RankCardProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const amount = useAmountColumn();
  const [most] = rows.toSorted((a, b) => b.value - a.value);
  return (
    <ChartCard
      id={id}
      title={title}
      summary={most ? t('says.most', { label: most.label, n: format.number(most.value) }) : ''}
      {...(note ? { note } : {})}
      rows={rows}
      columns={[
        {
          id: 'label',
          header,
          isFixed: true,
          list: 'title',
          value: ({ label }) => label,
          cell: ({ label, id: actorId }) => <span title={actorId}>{label}</span>,
        },
        amount<Ranked>('entries', t('column.entries'), ({ value }) => value),
      ]}
      rowKey={({ key }) => key}
      isEmpty={rows.length === 0}
      empty={t('days.empty')}
    >
      {() => <BarList label={title} items={rows} />}
    </ChartCard>
  );
}
