import type { ReactNode } from 'react';
import { useCompanies } from '../../../company/use-companies.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { companyPermissions } from '../company-permissions.ts';
import { CreateCompanyDialog } from './create-company-dialog.tsx';
import { DeleteCompanyDialog } from './delete-company-dialog.tsx';
import { EditCompanyDialog } from './edit-company-dialog.tsx';
import { LinkCompaniesDialog } from './link-companies-dialog.tsx';
import { ReactivationDialog } from './reactivation-dialog.tsx';
import { RefuseReactivationDialog } from './refuse-reactivation-dialog.tsx';
import { CompanyStatusDialog } from './status-dialog.tsx';

/**
 * The dialog that the address asks for: `new`, `edit=<id>`, `change=<id>` (of its status), `link=<id>`, or
 * `link=any` without a first company, `reactivate=<id>`, `refuse=<id>` (its reactivation), or `delete=<id>`.
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
