import { Link2, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCompanies } from '../../../company/use-companies.ts';
import { useCan } from '../../../session/use-session.ts';
import { Below } from '../../../ui/below.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { CompanyDialogs } from '../components/company-dialogs.tsx';
import { CompanyDirectory } from '../components/company-directory.tsx';
import { CompanyStats } from '../components/company-stats.tsx';
import { LinkAgreements } from '../components/link-agreements.tsx';
import { SuspendedCompanies } from '../components/suspended-companies.tsx';

/** Company Management: all companies with their status and link agreements. */
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
