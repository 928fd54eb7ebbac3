import type { User } from '@pii-vault/contract/users/users-schema';
import {
  Building2,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  Mail,
  MailPlus,
  Pencil,
  Power,
  ShieldOff,
  Trash2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../session/use-session.ts';
import type { MenuAction } from '../../../ui/menu.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { actionRefusal, type UserAction, userActions } from '../rules/user-actions.ts';

const icons: Readonly<Record<UserAction, LucideIcon>> = {
  edit: Pencil,
  roles: Building2,
  credentials: KeyRound,
  password: LockKeyhole,
  resend: Mail,
  renew: MailPlus,
  change: Power,
  factors: ShieldOff,
  delete: Trash2,
};

/** Actions that the signed-in user may do to a user; each opens its dialog through the URL. */
export function useUserActions(user: User): readonly (MenuAction & { key: UserAction; icon: LucideIcon })[] {
  const { t } = useTranslation('users');
  const { set } = useUrlState();
  const actor = useUser();
  return userActions
    .filter((key) => actionRefusal(key, actor, user) === undefined)
    .map((key) => ({
      key,
      icon: icons[key],
      label: t(key === 'change' ? `action.change.${user.status}` : `action.${key}`),
      isDanger: key === 'delete',
      onSelect: () => set({ [key]: String(user.id) }, { push: true }),
    }));
}
