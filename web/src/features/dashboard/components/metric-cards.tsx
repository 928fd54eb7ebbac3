import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useWaiting } from '../../../waiting/use-waiting.ts';
import { useGrowth, useMetrics } from '../queries.ts';
import { lowestCompliance, netGrowth } from '../rules/figures.ts';

interface MetricCardsProps {
  companyId: number | undefined;
  /** The companies of the scope. */
  companies: readonly Company[];
}

export function MetricCards({ companyId, companies }: MetricCardsProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const can = useCan();
  const metrics = useMetrics(companyId, can('pii:read'));
  const growth = useGrowth(companyId, can('analytics:read'));
  const undecided = useUndecided();
  const { data, isError, isPending, isLoading } = metrics;
  // Without the permission the query never runs: show a dash instead of an endless skeleton.
  const isUnknown = isError || (isPending && !isLoading);
  const show = (value: number | null | undefined) =>
    value === undefined ? (isUnknown ? null : undefined) : value === null ? null : format.number(value);
  const grown = growth.data ? netGrowth(growth.data.growth) : undefined;
  const resting = companies.filter((company) => company.status !== 'active').length;
  const lowest = lowestCompliance(companies);
  return (
    <StatCards query={metrics}>
      <FigureCard
        figure="individuals"
        label={t('card.individuals')}
        value={show(data?.totalIndividuals)}
        note={
          grown === undefined
            ? null
            : t(grown < 0 ? 'card.fewer' : 'card.added', { n: format.number(Math.abs(grown)) })
        }
      />
      <FigureCard
        figure="activeCompanies"
        label={t('card.companies')}
        value={show(data?.activeCompanies)}
        note={resting > 0 ? t('card.resting', { n: format.number(resting) }) : t('card.allActive')}
      />
      <FigureCard
        figure="crossLinks"
        label={t('card.links')}
        value={show(data?.crossLinks)}
        note={undecided === undefined ? null : t('card.pending', { n: format.number(undecided) })}
      />
      <FigureCard
        figure="complianceScore"
        label={t('card.compliance')}
        value={show(data?.complianceScore)}
        note={lowest ? t(`card.${lowest.kind}`, { name: lowest.name, n: format.number(lowest.score) }) : null}
      />
    </StatCards>
  );
}

/** Relationships that wait for the user's decision; undefined when the user may not decide, or they were not read. */
function useUndecided(): number | undefined {
  const { data } = useWaiting();
  if (!data?.read.includes('relationships')) return undefined;
  return data.items.find(({ kind }) => kind === 'relationships')?.count ?? 0;
}
