import { Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Building2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatch, useNavigate } from 'react-router-dom';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { useCompanies } from '../../../company/use-companies.ts';
import { PermissionScope } from '../../../session/permission-scope.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { StaleBanner } from '../../../ui/stale-banner.tsx';
import { SetupPath } from '../../../waiting/setup-path.tsx';
import { CompanyActions } from '../components/company-actions.tsx';
import { CompanyDialogs } from '../components/company-dialogs.tsx';
import { ProfileCard } from '../components/profile-card.tsx';
import {
  AgreementsCard,
  KeysCard,
  LimitsCard,
  PeopleCard,
  PurposeCards,
  RegulationsCard,
  UsersCard,
} from '../components/section-cards.tsx';

/** One company: short facts by subject, each with a link to the screen that changes them. */
export function CompanyPage() {
  const { t } = useTranslation('companies');
  const id = Number(useMatch('/companies/:companyId')?.params.companyId);
  useSelected(id);
  const { data, error, refetch } = useCompanies();
  const company = data?.find((one) => one.id === id);
  if (company) {
    return (
      <PermissionScope value={company.id}>
        <StaleBanner error={error} onRetry={() => void refetch()} />
        <Sections company={company} />
      </PermissionScope>
    );
  }
  return (
    <Card>
      {data ? (
        <EmptyState
          isPage
          icon={Building2}
          title={t('page.none')}
          hint={t('page.noneHint')}
          action={
            <Button asChild>
              <Link to="/companies">{t('title')}</Link>
            </Button>
          }
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={10} />
      )}
    </Card>
  );
}

/**
 * Selects the company of the page for the console. When another one is selected later, its page opens, so that the two
 * never differ.
 */
function useSelected(id: number): void {
  const { company, companies } = useSelectedCompany();
  const navigate = useNavigate();
  const { search } = useLocation();
  const agreed = useRef<number>(undefined);
  const selected = company?.id;
  const isKnown = companies.some((one) => one.id === id);
  useEffect(() => {
    const query = new URLSearchParams(search);
    // Without it the console is about to add its own choice to the address.
    if (selected === undefined || !isKnown || !query.has('company')) return;
    if (selected === id) {
      agreed.current = id;
      return;
    }
    const isSwitch = agreed.current === id;
    const shown = isSwitch ? selected : id;
    if (isSwitch) query.delete('profile');
    query.set('company', String(shown));
    navigate({ pathname: `/companies/${shown}`, search: query.toString() }, { replace: true });
  }, [id, selected, isKnown, search, navigate]);
}

function Sections({ company }: { company: Company }) {
  const { t } = useTranslation('companies');
  const { id } = company;
  return (
    <>
      <PageHeader
        title={company.name}
        subtitle={[
          company.code,
          t(`tier.${company.tier}`, { defaultValue: company.tier }),
          t(`status.${company.status}`),
        ].join(' · ')}
        breadcrumb={[{ label: t('title'), to: `/companies?company=${id}` }]}
        actions={
          <>
            <CompanyActions company={company} />
            <RefreshButton />
          </>
        }
      />
      <SetupPath companyId={id} />
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          lg: 'repeat(2, minmax(0, 1fr))',
          xl: 'repeat(3, minmax(0, 1fr))',
        }}
        gap="4"
        alignItems="start"
      >
        <ProfileCard company={company} />
        <RegulationsCard company={company} />
        <PeopleCard company={company} />
        <PurposeCards company={company} />
        <LimitsCard companyId={id} />
        <AgreementsCard companyId={id} />
        <KeysCard company={company} />
        <UsersCard companyId={id} />
      </Grid>
      <CompanyDialogs />
    </>
  );
}
