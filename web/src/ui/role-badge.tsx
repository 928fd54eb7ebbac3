import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from './status-badge.tsx';

const tones: Readonly<Record<string, Tone>> = { super_admin: 'accent', admin: 'info' };

/** The name of a role; an unknown role is shown by its value. */
export function RoleBadge({ role }: { role: string }) {
  const { t } = useTranslation('app');
  return (
    <StatusBadge tone={tones[role] ?? 'neutral'}>{t(`role.${role}`, { defaultValue: role })}</StatusBadge>
  );
}
