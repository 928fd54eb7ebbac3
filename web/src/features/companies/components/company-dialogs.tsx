import { type Company, companyStatuses } from '@pii-vault/contract/companies/companies-schema';
import type { ReactNode } from 'react';
import { useCompanies } from '../../../company/use-companies.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { StatusDialog } from '../../../ui/status-dialog.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { useSetCompanyStatus } from '../queries.ts';
import { CreateCompanyDialog } from './create-company-dialog.tsx';
import { DeleteCompanyDialog } from './delete-company-dialog.tsx';
import { EditCompanyDialog } from './edit-company-dialog.tsx';
import { LinkCompaniesDialog } from './link-companies-dialog.tsx';
import { ReactivationDialog, RefuseReactivationDialog } from './reactivation-dialogs.tsx';

/**
 * Dialogs opened by the URL: `new`, `edit=<id>`, `change=<id>` (status), `link=<id>` or `link=any` without a
 * preselected company, `reactivate=<id>`, `refuse=<id>` (reactivation), `delete=<id>`.
 */
export function CompanyDialogs() {
  const { get, set } = useUrlState();
  const { data = [] } = useCompanies();
  const find = (key: string) => data.find((company) => String(company.id) === get(key));
  const edited = find('edit');
  const changed = find('change');
  const suspended = find('reactivate');
  const refused = find('refuse');
  const deleted = find('delete');
  const gated = (key: keyof typeof companyPermissions, dialog: (onClose: () => void) => ReactNode) => {
    const close = () => set({ [key]: null });
    return get(key) === '' ? null : (
      <DialogGate
        permission={companyPermissions[key]}
        companyId={key === 'new' ? undefined : find(key)?.id}
        onClose={close}
      >
        {dialog(close)}
      </DialogGate>
    );
  };
  return (
    <>
      {gated('new', (close) => (
        <CreateCompanyDialog onClose={close} />
      ))}
      {gated('edit', (close) =>
        edited ? <EditCompanyDialog key={edited.id} company={edited} onClose={close} /> : null,
      )}
      {gated('change', (close) =>
        changed ? <CompanyStatusDialog company={changed} onClose={close} /> : null,
      )}
      {gated('reactivate', (close) =>
        suspended ? <ReactivationDialog company={suspended} onClose={close} /> : null,
      )}
      {gated('refuse', (close) =>
        refused ? <RefuseReactivationDialog company={refused} onClose={close} /> : null,
      )}
      {gated('delete', (close) =>
        deleted ? <DeleteCompanyDialog company={deleted} onClose={close} /> : null,
      )}
      {gated('link', (close) =>
        data.length > 1 ? (
          <LinkCompaniesDialog companies={data} first={find('link')} onClose={close} />
        ) : null,
      )}
    </>
  );
}

const CompanyStatusDialog = ({ company, onClose }: { company: Company; onClose: () => void }) => (
  <StatusDialog
    texts="companies"
    row={company}
    {...(company.reactivationRequest === null ? {} : { proposed: 'active' as const })}
    name={company.name}
    statuses={companyStatuses}
    isDanger={(status) => status === 'suspended'}
    useSet={useSetCompanyStatus}
    onClose={onClose}
  />
);
