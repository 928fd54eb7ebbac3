import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCan } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { useSelectedCompany } from './company-provider.tsx';
import { useCompanies } from './use-companies.ts';

/** For screens about the selected company. Without one they make no call and show what to do. */
export function WithCompany({ children }: { children: (company: Company) => ReactNode }) {
  const { t } = useTranslation('app');
  const { company } = useSelectedCompany();
  const can = useCan();
  const { error, refetch } = useCompanies();
  if (company) return children(company);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (company === undefined) return <SkeletonLines count={6} />;
  const mayCreate = can('company:create');
  return (
    <Card>
      <EmptyState
        isPage
        icon={Building2}
        title={t('noCompany.title')}
        hint={t(mayCreate ? 'noCompany.create' : 'noCompany.ask')}
        action={
          mayCreate ? (
            <Button asChild variant="primary">
              <Link to="/companies?new=1">{t('noCompany.action')}</Link>
            </Button>
          ) : undefined
        }
      />
    </Card>
  );
}
