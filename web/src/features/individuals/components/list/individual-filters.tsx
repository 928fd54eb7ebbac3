import { ListFilter, X } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../../ui/chip.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Menu, MenuChoice } from '../../../../ui/menu.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';

const bands = ['high', 'medium', 'low'] as const;

/** Search by id or master key, and Filter by quality band: both in the address, both back to the first page. */
export function IndividualFilters() {
  const { t } = useTranslation('individuals');
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value, cursor: null }), [set]);
  const filter = (quality: string) => set({ quality, cursor: null });
  const active = bands.find((band) => band === get('quality'));
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
    </>
  );
}
