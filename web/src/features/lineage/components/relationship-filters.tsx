import { X } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../ui/chip.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { confidenceBands, idOf, relationshipTypes, statuses } from '../rules/entries-query.ts';
import { individualName } from '../rules/relationship-look.ts';

const filters = [
  { key: 'type', all: 'allTypes', values: relationshipTypes },
  { key: 'confidence', all: 'allConfidence', values: confidenceBands },
  { key: 'status', all: 'allStatus', values: statuses },
] as const;

/** Search, type, confidence, status and one person: all in the address. A change starts at the first page. */
export function RelationshipFilters() {
  const { t } = useTranslation('lineage');
  const { get, set } = useUrlState();
  const search = useCallback((value: string) => set({ search: value, cursor: null }), [set]);
  const person = idOf(get('individual'));
  return (
    <>
      <SearchInput label={t('search')} value={get('search')} onChange={search} />
      {person === undefined ? null : (
        <Chip
          type="button"
          data-active
          aria-label={t('clearPerson', { person: individualName(person) })}
          onClick={() => set({ individual: null, cursor: null })}
        >
          {individualName(person)}
          <Icon as={X} size={12} />
        </Chip>
      )}
      {filters.map(({ key, all, values }) => (
        <FilterChip
          key={key}
          name={t(`filter.${key}`)}
          value={get(key)}
          onChange={(value) => set({ [key]: value, cursor: null })}
          options={[
            { value: '', label: t(all) },
            ...values.map((value) => ({ value, label: t(`${key}.${value}`) })),
          ]}
        />
      ))}
    </>
  );
}
