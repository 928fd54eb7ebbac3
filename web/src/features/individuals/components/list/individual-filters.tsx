import { ListFilter, X } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../../ui/chip.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, MenuChoice } from '../../../../ui/menu.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';

const bands = ['high', 'medium', 'low'] as const;

/**
 * Search by id or master key, or Filter by quality band: in the address, back to the first page. A search looks at
 * every person in its own order, so a filter and a sort end with it and cannot be chosen.
 */
export function IndividualFilters() {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const search = useCallback(
    (value: string) =>
      set({ search: value, cursor: null, ...(value === '' ? {} : { quality: null, sort: null }) }),
    [set],
  );
  const isSearching = get('search').trim() !== '';
  const filter = (quality: string) => set({ quality, cursor: null });
  const active = isSearching ? undefined : bands.find((band) => band === get('quality'));
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      {active ? (
        <Chip
          type="button"
          data-active
          aria-label={t('filterClear', { band: t(`band.${active}`) })}
          onClick={() => filter('')}
        >
          {t('filterIs', { band: t(`band.${active}`) })}
          <Icon as={X} size={12} />
        </Chip>
      ) : null}
      {isSearching ? (
        <Tooltip label={t('filterOff')}>
          <Chip type="button" aria-disabled="true" aria-description={t('filterOff')} opacity="0.55">
            <Icon as={ListFilter} size={14} />
            {t('filter')}
          </Chip>
        </Tooltip>
      ) : (
        <Menu
          trigger={
            <Chip type="button">
              <Icon as={ListFilter} size={14} />
              {t('filter')}
            </Chip>
          }
        >
          <MenuChoice
            label={t('column.quality')}
            value={active ?? ''}
            onChange={filter}
            options={[
              { value: '', label: t('band.all') },
              ...bands.map((band) => ({ value: band, label: t(`band.${band}`) })),
            ]}
          />
        </Menu>
      )}
    </>
  );
}
