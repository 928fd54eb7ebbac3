import { Box } from '@chakra-ui/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { auditActions } from '../rules/actions.ts';
import { allCompanies, defaultLimit, limits } from '../rules/trail-query.ts';

interface TrailFiltersProps {
  companyName: string;
  /** The reader may look at several companies at once. */
  mayAll: boolean;
}

/** Search, action, company and page size: all in the address. A change starts at the first page. */
export function TrailFilters({ companyName, mayAll }: TrailFiltersProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value, cursor: null }), [set]);
  const perPage = (n: number) => t('perPage', { n: format.number(n) });
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      <FilterChip
        name={t('filter.action')}
        value={get('action')}
        onChange={(action) => set({ action, cursor: null })}
        options={[
          { value: '', label: t('allActions') },
          ...auditActions.map((value) => ({ value, label: t(`action.${value}`) })),
        ]}
      />
      {mayAll ? (
        <FilterChip
          name={t('filter.company')}
          value={get('scope') === allCompanies ? allCompanies : ''}
          onChange={(scope) => set({ scope, cursor: null })}
          options={[
            { value: '', label: companyName },
            { value: allCompanies, label: t('allCompanies') },
          ]}
        />
      ) : null}
      <Box ms={{ base: '0', md: 'auto' }}>
        <FilterChip
          name={t('filter.limit')}
          value={get('limit') === String(defaultLimit) ? '' : get('limit')}
          onChange={(limit) => set({ limit, cursor: null })}
          options={limits.map((limit) => ({
            value: limit === defaultLimit ? '' : String(limit),
            label: perPage(limit),
          }))}
        />
      </Box>
    </>
  );
}
