import { Grid } from '@chakra-ui/react';
import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { AnswerBar } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { type Line, LineChart } from '../../../ui/charts/line-chart.tsx';
import { useComparison, useLevels } from '../../../ui/charts/use-comparison.ts';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { peopleIn, type Range } from '../analytics.ts';
import { useMetrics } from '../queries.ts';
import { useActorNames } from './use-actor-names.ts';
import { useAmountColumn, useDayColumn } from './use-day-column.ts';

interface OverviewTabProps {
  data: Analytics;
  companyId: number | undefined;
  range: Range;
}

export function OverviewTab({ data, companyId, range }: OverviewTabProps) {
  return (
    <>
      <Answer data={data} range={range} />
      <Metrics companyId={companyId} data={data} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <GrowthCard data={data} companyId={companyId} />
        <ComplianceCard trend={data.complianceTrend} />
      </Grid>
    </>
  );
}

function Answer({ data, range }: { data: Analytics; range: Range }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const names = useActorNames(data.reveals);
  const { set } = useUrlState();
  const [most] = data.reveals;
  const people = peopleIn(data.reveals);
  return (
    <AnswerBar
      label={t('answer.label')}
      tone="neutral"
      action={
        <Button size="sm" onClick={() => set({ tab: 'access' })}>
          {t('answer.see')}
        </Button>
      }
    >
      {most
        ? t('answer.shown', {
            count: people,
            n: format.number(people),
            span: t(`range.in.${range}`),
            purpose: names.purpose(most.purpose),
            recipient: names.actor(most),
          })
        : t('answer.none', { span: t(`range.in.${range}`) })}
    </AnswerBar>
  );
}

function Metrics({ companyId, data }: { companyId: number | undefined; data: Analytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const mayRead = useCan()('pii:read');
  const { data: metrics, isError } = useMetrics(companyId, mayRead);
  const shown = (value: number | null | undefined) => {
    if (value === undefined) return isError || !mayRead ? null : undefined;
    return value === null ? null : format.number(value);
  };
  const added = data.growth.reduce((sum, day) => sum + day.added, 0);
  const erased = data.growth.reduce((sum, day) => sum + day.erased, 0);
  return (
    <StatCards>
      <FigureCard
        figure="individuals"
        label={t('stat.individuals')}
        value={format.number(data.totalIndividuals)}
        note={t('stat.added', { n: format.number(added), erased: format.number(erased) })}
      />
      <FigureCard
        figure="activeCompanies"
        label={t('stat.companies')}
        value={shown(metrics?.activeCompanies)}
      />
      <FigureCard
        figure="crossLinks"
        label={t('stat.links')}
        value={shown(metrics?.crossLinks)}
        note={t('stat.linksNote')}
      />
      <FigureCard
        figure="complianceScore"
        label={t('stat.compliance')}
        value={shown(metrics?.complianceScore)}
      />
    </StatCards>
  );
}

type GrowthDay = Analytics['growth'][number];

interface GrowthCardProps {
  data: Analytics;
  /** Undefined for all companies of the user. */
  companyId: number | undefined;
}

/** Individuals at the end of each day, with additions and erasures. */
function GrowthCard({ data: { growth, previous, days }, companyId }: GrowthCardProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const mayWrite = useCan()('pii:write', companyId);
  const day = useDayColumn<GrowthDay>();
  const amount = useAmountColumn();
  const compare = useComparison();
  const last = growth.at(-1)?.individuals ?? 0;
  const sum = (of: (day: GrowthDay) => number) => growth.reduce((total, one) => total + of(one), 0);
  const added = sum((one) => one.added);
  return (
    <ChartCard
      id="growth"
      title={t('growth.title')}
      summary={t('says.growth', {
        n: format.number(last),
        added: format.number(added),
        erased: format.number(sum((one) => one.erased)),
        compared: compare(added, previous.added, t(`range.of.${days}`)),
      })}
      note={t('growth.note')}
      rows={growth}
      columns={[
        day,
        amount<GrowthDay>('individuals', t('growth.individuals'), (one) => one.individuals),
        amount<GrowthDay>('added', t('growth.added'), (one) => one.added),
        amount<GrowthDay>('erased', t('growth.erased'), (one) => one.erased),
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

type ComplianceDay = Analytics['complianceTrend'][number];

/** Score of rules in force and readiness of the others; a day without a check is a gap. */
function ComplianceCard({ trend }: { trend: readonly ComplianceDay[] }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const day = useDayColumn<ComplianceDay>();
  const amount = useAmountColumn();
  const levels = useLevels();
  const lines: readonly Line[] = [
    { label: t('compliance.score'), color: 'category.1', values: trend.map(({ score }) => score) },
    { label: t('compliance.readiness'), color: 'category.2', values: trend.map((one) => one.readiness) },
  ];
  return (
    <ChartCard
      id="compliance-trend"
      title={t('compliance.title')}
      summary={levels(
        lines,
        trend.map((one) => one.day),
      )}
      note={t('compliance.note')}
      legend={lines}
      rows={trend}
      columns={[
        day,
        amount<ComplianceDay>('score', t('compliance.score'), ({ score }) => score),
        amount<ComplianceDay>('readiness', t('compliance.readiness'), ({ readiness }) => readiness),
        amount<ComplianceDay>('violations', t('compliance.violations'), ({ violations }) => violations),
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
