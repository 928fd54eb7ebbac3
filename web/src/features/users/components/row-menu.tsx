import type { User } from '@pii-vault/contract/users/users-schema';
import { Ellipsis, MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuActions } from '../../../ui/menu.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { userName } from '../rules/user-name.ts';
import { useUserActions } from './use-user-actions.ts';

/** Everything that can be done to one user. */
export function RowMenu({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { set } = useUrlState();
  const actions = useUserActions(user);
  const sessions = {
    key: 'sessions',
    label: t('action.sessions'),
    icon: MonitorSmartphone,
    onSelect: () => set({ selected: String(user.id) }, { push: true }),
  };
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="iconSm" aria-label={t('action.menu', { name: userName(user) })}>
          <Icon as={Ellipsis} />
        </Button>
      }
    >
      <MenuActions
        actions={[
          ...actions.filter((action) => action.key !== 'delete'),
          sessions,
          ...actions.filter((action) => action.key === 'delete'),
        ]}
      />
    </Menu>
  );
}
