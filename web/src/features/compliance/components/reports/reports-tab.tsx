import { Box, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../session/use-session.ts';
import { GenerateCard } from './generate-card.tsx';
import { ReportList } from './report-list.tsx';

/** Reports: request one, follow its progress, download it. */
export function ReportsTab({ company }: { company: Company }) {
  const { t } = useTranslation('compliance');
  const mayManage = useCan()('compliance:manage');
  return (
    <Grid gap="4" templateColumns="minmax(0, 1fr)">
      {mayManage ? <GenerateCard companyId={company.id} /> : <Box color="ink.2">{t('reports.readOnly')}</Box>}
      <ReportList companyId={company.id} />
    </Grid>
  );
}
