import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { allCompanies } from '../rules/trail-query.ts';

/** The selected company or every company of the reader, in the address. */
export function CompanyChip({ companyName }: { companyName: string }) {
  const { t } = useTranslation('audit');
  const { get, set } = useUrlState();
  return (
    <FilterChip
      name={t('filter.company')}
      value={get('scope') === allCompanies ? allCompanies : ''}
      onChange={(scope) => set({ scope, cursor: null })}
      options={[
        { value: '', label: companyName },
        { value: allCompanies, label: t('allCompanies') },
      ]}
    />
  );
}
