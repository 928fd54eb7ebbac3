import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../../../ui/filter-chip.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';

const bands = ['high', 'medium', 'low'] as const;

/** Search by id or master key, and the quality band: both in the address, both back to the first page. */
export function IndividualFilters() {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value, cursor: null }), [set]);
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      <FilterChip
        name={t('column.quality')}
        value={get('quality')}
        onChange={(quality) => set({ quality, cursor: null })}
        options={[
          { value: '', label: t('band.all') },
          ...bands.map((band) => ({ value: band, label: t(`band.${band}`) })),
        ]}
      />
    </>
  );
}
