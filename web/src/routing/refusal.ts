import type { Permission } from '@pii-vault/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/use-session.ts';

/** What is said to a user who lacks a permission: what it is for, and who can grant it. */
export function useRefusal(permission: Permission | undefined, of: 'screen' | 'dialog') {
  const { t } = useTranslation('app');
  const { user } = useSession();
  const role = t(`role.${user?.role ?? 'pii_view'}`);
  return {
    title: t(of === 'screen' ? 'refused.title' : 'refused.dialog'),
    hint: t('refused.hint', { permission, role }),
  };
}
