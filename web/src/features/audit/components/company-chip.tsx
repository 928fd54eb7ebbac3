import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { allCompanies } from '../rules/trail-query.ts';

/** Filter by the selected company or all companies of the user, stored in the URL. */
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
