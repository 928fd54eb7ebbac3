import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { FilterChip } from '../../../../ui/filter-chip.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { nodeCount, nodeCounts } from '../../rules/entries-query.ts';

/** How many nodes the graph may show. */
export function NodeLimit() {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const { get, set } = useUrlState();
  const current = nodeCount(get);
  return (
    <FilterChip
      name={t('graph.limit')}
      value={current === nodeCounts[0] ? '' : String(current)}
      onChange={(nodes) => set({ nodes })}
      options={nodeCounts.map((count) => ({
        value: count === nodeCounts[0] ? '' : String(count),
        label: t('graph.upTo', { n: format.number(count) }),
      }))}
    />
  );
}
