import { useCompanies } from '../../../company/use-companies.ts';
import { useUrlState } from '../../../url/use-url-state.ts';
import { CreateCompanyDialog } from './create-company-dialog.tsx';
import { EditCompanyDialog } from './edit-company-dialog.tsx';
import { LinkCompaniesDialog } from './link-companies-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

/** The dialog that the address asks for: `new`, `edit=<id>`, `change=<id>` (of its status) or `link=<id>`. */
export function CompanyDialogs() {
  const { get, set } = useUrlState();
  const { data = [] } = useCompanies();
  const find = (key: string) => data.find((company) => String(company.id) === get(key));
  const edited = find('edit');
  const changed = find('change');
  return (
    <>
      {get('new') ? <CreateCompanyDialog onClose={() => set({ new: null })} /> : null}
      {edited ? (
        <EditCompanyDialog key={edited.id} company={edited} onClose={() => set({ edit: null })} />
      ) : null}
      {changed ? <StatusDialog company={changed} onClose={() => set({ change: null })} /> : null}
      {get('link') && data.length > 1 ? (
        <LinkCompaniesDialog companies={data} first={find('link')} onClose={() => set({ link: null })} />
      ) : null}
    </>
  );
}
