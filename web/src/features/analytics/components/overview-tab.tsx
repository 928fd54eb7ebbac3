import { Grid } from '@chakra-ui/react';
import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { AnswerBar } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useMetrics } from '../queries.ts';
import { peopleIn } from '../rules/flows.ts';
import type { Range } from '../rules/view.ts';
import { ComplianceCard } from './compliance-card.tsx';
import { GrowthCard } from './growth-card.tsx';
import { useActorNames } from './use-actor-names.ts';

interface OverviewTabProps {
  data: Analytics;
  companyId: number | undefined;
  range: Range;
}

/** Who is shown what, the four figures, growth and compliance. */
export function OverviewTab({ data, companyId, range }: OverviewTabProps) {
  return (
    <>
      <Answer data={data} range={range} />
      <Metrics companyId={companyId} data={data} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <GrowthCard growth={data.growth} companyId={companyId} />
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
      <StatCard
        label={t('stat.individuals')}
        value={format.number(data.totalIndividuals)}
        note={t('stat.added', { n: format.number(added), erased: format.number(erased) })}
      />
      <StatCard label={t('stat.companies')} value={shown(metrics?.activeCompanies)} />
      <StatCard label={t('stat.links')} value={shown(metrics?.crossLinks)} note={t('stat.linksNote')} />
      <StatCard
        label={t('stat.compliance')}
        value={shown(metrics?.complianceScore)}
        note={t('stat.complianceNote')}
      />
    </StatCards>
  );
}
