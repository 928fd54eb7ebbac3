import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { PolicyCard } from '../components/policy-card.tsx';

/** Limits: the company's daily budgets, and the numbers above which a second person approves. */
export function LimitsPage() {
  const { t } = useTranslation('approvals');
  return (
    <>
      <PageHeader title={t('limits.title')} subtitle={t('limits.subtitle')} actions={<RefreshButton />} />
      <WithCompany>{({ id }) => <PolicyCard key={id} companyId={id} />}</WithCompany>
    </>
  );
}
