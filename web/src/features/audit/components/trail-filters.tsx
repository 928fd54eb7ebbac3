import { Box } from '@chakra-ui/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { useCompanyZone } from '../../../company/company-zone.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { DateRangeChip } from '../../../ui/date-range-chip.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { SearchChip } from '../../../ui/search-chip.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type ActionGroup, actionGroups } from '../rules/actions.ts';
import { allCompanies, defaultLimit, limits, rangeIn } from '../rules/trail-query.ts';

interface TrailFiltersProps {
  companyName: string;
  /** The user may list all companies at once. */
  mayAll: boolean;
}

/** Search, action, time, company and page size, stored in the URL. A change returns to the first page. */
export function TrailFilters({ companyName, mayAll }: TrailFiltersProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const zone = useCompanyZone();
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value, cursor: null }), [set]);
  const perPage = (n: number) => t('perPage', { n: format.number(n) });
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      <ActionChip groups={actionGroups} />
      <DateRangeChip
        name={t('filter.time')}
        range={rangeIn(get)}
        zone={zone}
        onChange={(range) => set({ ...range, cursor: null })}
      />
      {mayAll ? <CompanyChip companyName={companyName} /> : null}
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

/** Filter by action, stored in the URL. A change returns to the first page. */
export function ActionChip({ groups }: { groups: readonly ActionGroup[] }) {
  const { t } = useTranslation('audit');
  const actionName = useActionName();
  const { get, set } = useUrlState();
  return (
    <SearchChip
      name={t('filter.action')}
      all={t('allActions')}
      value={get('action')}
      onChange={(action) => set({ action, cursor: null })}
      groups={groups.map(({ key, actions }) => ({
        label: t(`group.${key}`),
        options: actions.map((value) => ({ value, label: actionName(value) })),
      }))}
    />
  );
}

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
