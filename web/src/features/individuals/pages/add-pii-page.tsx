import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { AddPiiForm } from '../components/add/add-pii-form.tsx';

/** Add PII: person, fields, consent; one call stores all of it or nothing. */
export function AddPiiPage() {
  const { t } = useTranslation('individuals');
  const { get } = useUrlState();
  return (
    <WithCompany>
      {(company) => (
        <Box maxWidth="dialogWide">
          <PageHeader
            title={t('add.title')}
            subtitle={t('add.subtitle', { company: company.name })}
            breadcrumb={[{ label: t('title'), to: `/individuals?company=${company.id}` }]}
          />
          <AddPiiForm key={company.id} company={company} person={get('person')} />
        </Box>
      )}
    </WithCompany>
  );
}
