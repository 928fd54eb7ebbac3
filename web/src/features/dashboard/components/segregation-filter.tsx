import { ListFilter, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { complianceLabels } from '../../../company/compliance-label.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoice } from '../../../ui/menu.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';

/** Filter by how a company stands, in the address. */
export function SegregationFilter() {
  const { t } = useTranslation('dashboard');
  const { get, set } = useUrlState();
  const active = complianceLabels.find((label) => label === get('compliance'));
  const name = (label: (typeof complianceLabels)[number]) => t(`complianceFilter.${label}`);
  return (
    <>
      {active ? (
        <Chip
          type="button"
          data-active
          aria-label={t('filterClear', { name: name(active) })}
          onClick={() => set({ compliance: null })}
        >
          {name(active)}
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
          label={t('column.compliance')}
          value={active ?? ''}
          onChange={(compliance) => set({ compliance })}
          options={[
            { value: '', label: t('complianceFilter.all') },
            ...complianceLabels.map((value) => ({ value, label: name(value) })),
          ]}
        />
      </Menu>
    </>
  );
}
