import { useTranslation } from 'react-i18next';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { SearchChip } from '../../../ui/search-chip.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import type { ActionGroup } from '../rules/actions.ts';

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
