import type { Permission } from '@pii-vault/contract/permissions';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionName } from '../i18n/field-name.ts';
import { PermissionScope } from '../session/permission-scope.ts';
import { useSession } from '../session/use-session.ts';

/** Explains a missing permission and who can grant it. */
export function useRefusal(permission: Permission | undefined, of: 'screen' | 'dialog', companyId?: number) {
  const { t } = useTranslation('app');
  const { user } = useSession();
  const scope = useContext(PermissionScope);
  const own = user?.companies.find(({ id }) => id === (companyId ?? scope));
  const role = t(`role.${own?.role ?? user?.role ?? 'pii_view'}`);
  return {
    title: t(of === 'screen' ? 'refused.title' : 'refused.dialog'),
    hint: t('refused.hint', {
      permission: permission && permissionName(permission),
      role,
      company: own?.name ?? t('refused.yourCompany'),
    }),
  };
}
