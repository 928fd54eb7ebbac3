import { useTranslation } from 'react-i18next';
import type { Option } from '../../../ui/select.tsx';
import { useRoleOptions } from '../queries.ts';

/** The server's roles as options, in the user's language. */
export function useRoleChoices({ hasSuperAdmin }: { hasSuperAdmin: boolean }): readonly Option[] {
  const { t } = useTranslation('app');
  const { data = [] } = useRoleOptions();
  return data
    .filter(({ value }) => hasSuperAdmin || value !== 'super_admin')
    .map(({ value, label }) => ({ value, label: t(`role.${value}`, { defaultValue: label }) }));
}
