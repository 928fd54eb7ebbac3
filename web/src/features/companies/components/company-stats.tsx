import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { useCompaniesSummary } from '../queries.ts';

export function CompanyStats() {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const query = useCompaniesSummary();
  const { data, isError } = query;
  const show = (value: number | undefined) =>
    value === undefined ? (isError ? null : undefined) : format.number(value);
  const resting = data ? data.totalCompanies - data.activeCompanies : 0;
  const activeNote =
    resting > 0
      ? t('card.activeNote', { n: format.number(resting) })
      : data?.totalCompanies
        ? t('card.allActive')
        : '';
  return (
    <StatCards query={query}>
      <StatCard label={t('card.total')} value={show(data?.totalCompanies)} note={t('card.totalNote')} />
      <StatCard label={t('card.active')} value={show(data?.activeCompanies)} note={activeNote} />
      <StatCard label={t('card.checks')} value={show(data?.complianceChecks)} note={t('card.checksNote')} />
      <StatCard label={t('card.links')} value={show(data?.multiTenantLinks)} note={t('card.linksNote')} />
    </StatCards>
  );
}
