import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';

const tiers = ['primary', 'secondary', 'healthcare', 'finance'];
const statuses = ['active', 'inactive', 'suspended'];

/** Search, tier and status, stored in the URL. */
export function CompanyFilters() {
  const { t } = useTranslation('companies');
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value }), [set]);
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      <FilterChip
        name={t('column.tier')}
        value={get('tier')}
        onChange={(tier) => set({ tier })}
        options={[
          { value: '', label: t('allTiers') },
          ...tiers.map((value) => ({ value, label: t(`tier.${value}`) })),
        ]}
      />
      <FilterChip
        name={t('column.status')}
        value={get('status')}
        onChange={(status) => set({ status })}
        options={[
          { value: '', label: t('allStatus') },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
    </>
  );
}
