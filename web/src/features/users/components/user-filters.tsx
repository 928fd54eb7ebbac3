import { userStatuses } from '@pii-vault/contract/users/users-schema';
import { useTranslation } from 'react-i18next';
import { companyOptions } from '../../../company/company-options.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useRoleChoices } from './use-role-choices.ts';

/** Role, status and company, all in the address. A change starts at the first page. */
export function UserFilters() {
  const { t } = useTranslation('users');
  const { get, set } = useUrlState();
  const roles = useRoleChoices({ hasSuperAdmin: true });
  const companies = useCompanies().data ?? [];
  const choose = (key: string) => (value: string) => set({ [key]: value, cursor: null });
  return (
    <>
      <FilterChip
        name={t('column.role')}
        value={get('role')}
        onChange={choose('role')}
        options={[{ value: '', label: t('allRoles') }, ...roles]}
      />
      <FilterChip
        name={t('column.status')}
        value={get('status')}
        onChange={choose('status')}
        options={[
          { value: '', label: t('allStatus') },
          ...userStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      {companies.length > 1 ? (
        <FilterChip
          name={t('column.company')}
          value={get('in')}
          onChange={choose('in')}
          options={[{ value: '', label: t('anyCompany') }, ...companyOptions(companies)]}
        />
      ) : null}
    </>
  );
}
