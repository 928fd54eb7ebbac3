import { Link2, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCompanies } from '../../../company/use-companies.ts';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { CompanyDialogs } from '../components/company-dialogs.tsx';
import { CompanyDirectory } from '../components/company-directory.tsx';
import { LinkAgreements } from '../components/link-agreements.tsx';
import { SuspendedCompanies } from '../components/suspended-companies.tsx';
import { useCompaniesSummary } from '../queries.ts';

/** Company Management: the companies of the user and their link agreements. */
export function CompaniesPage() {
  const { t } = useTranslation('companies');
  const can = useCan();
  const { set } = useUrlState();
  const { data = [], isLoading } = useCompanies();
  const mayLink = can(companyPermissions.link);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <RefreshButton />
            {mayLink && data.length > 1 ? (
              <Button icon={Link2} onClick={() => set({ link: 'any' }, { push: true })}>
                {t('link.open')}
              </Button>
            ) : null}
            {can(companyPermissions.new) ? (
              <Button variant="primary" icon={Plus} onClick={() => set({ new: '1' }, { push: true })}>
                {t('create.open')}
              </Button>
            ) : null}
          </>
        }
      />
      <SuspendedCompanies />
      <CompanyStats />
      <CompanyDirectory />
      {mayLink ? (
        <Below isReady={!isLoading}>
          <LinkAgreements />
        </Below>
      ) : null}
      <CompanyDialogs />
    </>
  );
}

function CompanyStats() {
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
      <FigureCard
        figure="companies"
        label={t('card.total')}
        value={show(data?.totalCompanies)}
        note={t('card.totalNote')}
      />
      <FigureCard
        figure="activeCompanies"
        label={t('card.active')}
        value={show(data?.activeCompanies)}
        note={activeNote}
      />
      <FigureCard
        figure="complianceChecks"
        label={t('card.checks')}
        value={show(data?.complianceChecks)}
        note={t('card.checksNote')}
      />
      <FigureCard
        figure="primaryCompanies"
        label={t('card.links')}
        value={show(data?.multiTenantLinks)}
        note={t('card.linksNote')}
      />
    </StatCards>
  );
}
