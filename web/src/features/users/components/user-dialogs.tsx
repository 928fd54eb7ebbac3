import type { User } from '@pii-vault/contract/users/users-schema';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useManagedUser } from '../queries.ts';
import { userIdOf } from '../rules/list-query.ts';
import { actionRefusal, type UserAction, userActions } from '../rules/user-actions.ts';
import { userName } from '../rules/user-name.ts';
import { CredentialsDialog } from './credentials/credentials-dialog.tsx';
import { CreateUserDialog } from './dialogs/create-user-dialog.tsx';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { EditUserDialog } from './dialogs/edit-user-dialog.tsx';
import { FactorsDialog } from './dialogs/factors-dialog.tsx';
import { PasswordDialog } from './dialogs/password-dialog.tsx';
import { RenewDialog, ResendDialog } from './dialogs/resend-dialogs.tsx';
import { UserStatusDialog } from './dialogs/status-dialog.tsx';
import { LoadedDialog, useFormSources } from './loaded-dialog.tsx';
import { CompanyRolesDialog } from './roles/company-roles-dialog.tsx';

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

const dialogs: Readonly<Record<UserAction, ComponentType<UserDialogProps>>> = {
  edit: EditUserDialog,
  roles: CompanyRolesDialog,
  credentials: CredentialsDialog,
  password: PasswordDialog,
  resend: ResendDialog,
  renew: RenewDialog,
  change: UserStatusDialog,
  factors: FactorsDialog,
  delete: DeleteDialog,
};

/** The dialog that the address asks for: `new`, or an action with the id of its user. */
export function UserDialogs() {
  const { get, set } = useUrlState();
  const sources = useFormSources();
  if (get('new') !== '') {
    const close = () => set({ new: null });
    return (
      <LoadedDialog queries={sources} onClose={close}>
        {() => <CreateUserDialog onClose={close} />}
      </LoadedDialog>
    );
  }
  const action = userActions.find((key) => get(key) !== '');
  const id = action && userIdOf(get(action));
  if (!action || id === undefined) return null;
  return (
    <UserDialog key={`${action}-${id}`} action={action} id={id} onClose={() => set({ [action]: null })} />
  );
}

interface OpenedProps {
  action: UserAction;
  id: number;
  onClose: () => void;
}

/** The same rule that offers the button decides here. */
function UserDialog({ action, id, onClose }: OpenedProps) {
  const actor = useUser();
  const user = useManagedUser(id);
  const sources = useFormSources();
  return (
    <LoadedDialog queries={[user, ...sources]} onClose={onClose}>
      {() => {
        if (!user.data) return null;
        const refusal = actionRefusal(action, actor, user.data);
        const Opened = dialogs[action];
        return refusal ? (
          <Refused user={user.data} refusal={refusal} onClose={onClose} />
        ) : (
          <Opened user={user.data} onClose={onClose} />
        );
      }}
    </LoadedDialog>
  );
}

function Refused({ user, refusal, onClose }: UserDialogProps & { refusal: string }) {
  const { t } = useTranslation('users');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('refused.title', { name: userName(user) })}
      description={t(`refused.${refusal}`)}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    />
  );
}
