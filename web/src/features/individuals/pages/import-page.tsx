import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { ImportDetail } from '../components/import/import-detail.tsx';
import { ImportList } from '../components/import/import-list.tsx';
import { NewImport } from '../components/import/new-import.tsx';

/** Import people from a file; `?import=` shows one that runs or has run, so that a reload loses nothing. */
export function ImportPage() {
  const { t } = useTranslation('individuals');
  const { get } = useUrlState();
  const shown = Number(get('import'));
  return (
    <WithCompany>
      {(company) => (
        <>
          <PageHeader
            title={t('import.title')}
            subtitle={t('import.subtitle', { company: company.name })}
            breadcrumb={[{ label: t('title'), to: `/individuals?company=${company.id}` }]}
            actions={<RefreshButton />}
          />
          <Box display="grid" gap="4">
            {shown > 0 ? (
              <ImportDetail key={shown} id={shown} companyId={company.id} />
            ) : (
              <NewImport key={company.id} company={company} />
            )}
            <ImportList companyId={company.id} />
          </Box>
        </>
      )}
    </WithCompany>
  );
}
