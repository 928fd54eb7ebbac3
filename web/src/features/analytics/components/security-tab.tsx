import { Grid } from '@chakra-ui/react';
import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { StackedBars } from '../../../ui/charts/stacked-bars.tsx';
import { useComparison } from '../../../ui/charts/use-comparison.ts';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useAmountColumn, useDayColumn } from './use-day-column.ts';

type Day = Analytics['logins'][number];
const outcomes = ['successful', 'failed', 'blocked'] as const;
const figures = {
  successful: 'loginsSuccessful',
  failed: 'loginsFailed',
  blocked: 'loginsBlocked',
} as const;
const colors = { successful: 'category.1', failed: 'category.2', blocked: 'category.3' } as const;

/** Daily login outcomes of the company's users. */
export function SecurityTab({ data: { logins, previous, days } }: { data: Analytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const maySecurity = useCan()('security:read');
  const day = useDayColumn<Day>();
  const amount = useAmountColumn();
  const series = outcomes.map((outcome) => ({ label: t(`logins.${outcome}`), color: colors[outcome] }));
  const totals = outcomes.map((outcome) => logins.reduce((sum, one) => sum + one[outcome], 0));
  const compare = useComparison();
  const [successful = 0, failed = 0, blocked = 0] = totals;
  const all = successful + failed + blocked;
  const before = previous.successful + previous.failed + previous.blocked;
  return (
    <Grid templateColumns="minmax(0, 1fr)">
      <StatCards>
        {outcomes.map((outcome, n) => (
          <FigureCard
            key={outcome}
            figure={figures[outcome]}
            label={t(`logins.${outcome}`)}
            value={format.number(totals[n] ?? 0)}
          />
        ))}
      </StatCards>
      <ChartCard
        id="logins"
        title={t('logins.title')}
        summary={t('says.logins', {
          n: format.number(all),
          compared: compare(all, before, t(`range.of.${days}`)),
          failed: format.number(failed),
          blocked: format.number(blocked),
        })}
        note={t('logins.note')}
        legend={series}
        rows={logins}
        columns={[
          day,
          ...outcomes.map((outcome) => amount<Day>(outcome, t(`logins.${outcome}`), (one) => one[outcome])),
        ]}
        rowKey={(one) => one.day}
        isEmpty={totals.every((total) => total === 0)}
        empty={t('logins.empty')}
      >
        {(width) => (
          <StackedBars
            label={t('logins.title')}
            width={width}
            series={series}
            bars={logins.map((one) => ({
              key: one.day,
              tick: format.day(one.day),
              name: format.day(one.day),
              values: outcomes.map((outcome) => one[outcome]),
            }))}
          />
        )}
      </ChartCard>
      {maySecurity ? (
        <Button asChild variant="link" mt="3" justifySelf="start">
          <Link to="/security-dashboard">{t('logins.more')}</Link>
        </Button>
      ) : null}
    </Grid>
  );
}
