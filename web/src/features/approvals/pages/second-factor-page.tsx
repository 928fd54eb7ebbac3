import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SecondFactorCard } from '../components/second-factor-card.tsx';

/** Second Factor: the roles that need one in the company. */
export function SecondFactorPage() {
  const { t } = useTranslation('approvals');
  return (
    <Box maxWidth="prose">
      <PageHeader title={t('factor.page')} subtitle={t('factor.subtitle')} actions={<RefreshButton />} />
      <WithCompany>{({ id }) => <SecondFactorCard key={id} companyId={id} />}</WithCompany>
    </Box>
  );
}
