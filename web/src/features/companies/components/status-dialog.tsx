import { type Company, companyStatuses } from '@pii-vault/contract/companies/companies-schema';
import { StatusDialog } from '../../../ui/status-dialog.tsx';
import { useSetCompanyStatus } from '../queries.ts';

/** Sets active, inactive or suspended. Never deletes anything. */
export const CompanyStatusDialog = ({ company, onClose }: { company: Company; onClose: () => void }) => (
  <StatusDialog
    texts="companies"
    row={company}
    name={company.name}
    statuses={companyStatuses}
    isDanger={(status) => status === 'suspended'}
    useSet={useSetCompanyStatus}
    onClose={onClose}
  />
);
