import { Box } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelectedCompany } from '../../../company/company-provider.tsx';
import { WithCompany } from '../../../company/with-company.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { ImportDetail } from '../components/import-detail.tsx';
import { ImportList } from '../components/import-list.tsx';
import { NewImport } from '../components/new-import.tsx';

/** Imports of the company; `?import=` shows one, `?new=1` the form for a new one. */
export function ImportsPage() {
  const { t } = useTranslation('imports');
  const { get, set } = useUrlState();
  const shown = Number(get('import'));
  const isNew = get('new') !== '';
  const { company: selected } = useSelectedCompany();
  return (
    <>
      <PageHeader
        title={t('imports.title')}
        {...(selected ? { subtitle: t('import.subtitle', { company: selected.name }) } : {})}
        actions={
          <>
            <RefreshButton />
            {isNew || !selected ? null : (
              <Button
                variant="primary"
                icon={Plus}
                onClick={() => set({ new: '1', import: null, cursor: null }, { push: true })}
              >
                {t('import.another')}
              </Button>
            )}
          </>
        }
      />
      <WithCompany>
        {(company) => (
          <Box display="grid" gap="4">
            {isNew ? (
              <NewImport key={company.id} company={company} />
            ) : shown > 0 ? (
              <ImportDetail key={shown} id={shown} companyId={company.id} />
            ) : null}
            <ImportList companyId={company.id} note={t('imports.kept')} />
          </Box>
        )}
      </WithCompany>
    </>
  );
}
