import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { roleTone } from '../rules/user-tones.ts';

/** The name of a role; a role that the console does not know by its own value. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('app');
  return <StatusBadge tone={roleTone(role)}>{t(`role.${role}`, { defaultValue: role })}</StatusBadge>;
}
