import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Permission } from '@pii-vault/contract/permissions';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WithCompany } from '../../../company/with-company.tsx';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';

interface RegisterPageProps {
  /** Key of the screen in the texts. */
  noun: string;
  /** Permission to add an entry; the button is hidden without it. */
  manage: Permission;
  children: (company: Company) => ReactNode;
}

/** Frame of a governance screen: title, Refresh, and a button to add an entry. */
export function RegisterPage({ noun, manage, children }: RegisterPageProps) {
  const { t } = useTranslation('governance');
  const { set } = useUrlState();
  const can = useCan();
  return (
    <>
      <PageHeader
        title={t(`${noun}.title`)}
        subtitle={t(`${noun}.subtitle`)}
        actions={
          <>
            <RefreshButton />
            {can(manage) ? (
              <Button variant="primary" icon={Plus} onClick={() => set({ new: '1' }, { push: true })}>
                {t(`${noun}.new`)}
              </Button>
            ) : null}
          </>
        }
      />
      <WithCompany>{(company) => <Box key={company.id}>{children(company)}</Box>}</WithCompany>
    </>
  );
}
