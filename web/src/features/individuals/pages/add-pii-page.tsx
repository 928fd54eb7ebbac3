import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { WithCompany } from '../../../company/with-company.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { AddPiiForm } from '../components/add/add-pii-form.tsx';

/** Add PII: person, fields, consent; one call stores all of it or nothing. */
export function AddPiiPage() {
  const { t } = useTranslation('individuals');
  const { get } = useUrlState();
  const { company: selected } = useSelectedCompany();
  return (
    <Box maxWidth="dialogWide">
      <PageHeader
        title={t('add.title')}
        {...(selected ? { subtitle: t('add.subtitle', { company: selected.name }) } : {})}
        breadcrumb={[
          { label: t('title'), to: selected ? `/individuals?company=${selected.id}` : '/individuals' },
        ]}
      />
      <WithCompany>
        {(company) => <AddPiiForm key={company.id} company={company} person={get('person')} />}
      </WithCompany>
    </Box>
  );
}
