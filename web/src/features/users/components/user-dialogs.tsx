import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { useCompanies } from '../../../company/use-companies.ts';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { StatusDialog } from '../../../ui/status-dialog.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useDeleteUser, useManagedUser, useRoleOptions, useSetUserStatus } from '../queries.ts';
import { userIdOf } from '../rules/list-query.ts';
import { actionRefusal, type UserAction, userActions } from '../rules/user-actions.ts';
import { userName } from '../rules/user-name.ts';
import { CredentialsDialog } from './credentials/credentials-dialog.tsx';
import { CreateUserDialog } from './dialogs/create-user-dialog.tsx';
import { EditUserDialog } from './dialogs/edit-user-dialog.tsx';
import { FactorsDialog } from './dialogs/factors-dialog.tsx';
import { PasswordDialog } from './dialogs/password-dialog.tsx';
import { RenewDialog, ResendDialog } from './dialogs/resend-dialogs.tsx';
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

/** The dialog of the URL: `new`, or an action with the id of its user. */
export function UserDialogs() {
  const { get, set } = useUrlState();
  const sources = useFormSources();
  if (get('new') !== '') {
    const close = () => set({ new: null, newRole: null });
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

/** The same rule decides about the button and about a dialog opened by URL. */
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

interface Loading {
  data: unknown;
  error: unknown;
  refetch: () => void;
}

/** Options for the forms. */
function useFormSources(): readonly Loading[] {
  return [useCompanies(), useRoleOptions()];
}

interface LoadedDialogProps {
  queries: readonly Loading[];
  onClose: () => void;
  children: () => ReactNode;
}

/** A dialog that a URL can open before its data is loaded; shows an error if loading fails. */
function LoadedDialog({ queries, onClose, children }: LoadedDialogProps) {
  const { t } = useTranslation('users');
  const failed = queries.find(({ data, error }) => error && data === undefined);
  if (failed) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t('notOpened')}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <ErrorState error={failed.error} onRetry={failed.refetch} />
      </Dialog>
    );
  }
  return queries.every(({ data }) => data !== undefined) ? children() : null;
}

/** Sets a user active, inactive or suspended. */
function UserStatusDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <StatusDialog
      texts="users"
      row={user}
      name={userName(user)}
      statuses={userStatuses}
      isDanger={(status) => status !== 'active'}
      useSet={useSetUserStatus}
      onClose={onClose}
    />
  );
}

/** Deletes a user permanently, and closes its panel. */
function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { get, set } = useUrlState();
  const remove = useDeleteUser(user.id);
  const name = userName(user);
  const close = () =>
    set({ delete: null, ...(get('selected') === String(user.id) ? { selected: null } : {}) });
  const send = useSend(remove.mutateAsync, close);
  const submit = () =>
    send(undefined, {
      done: () => notify.success(t('delete.done', { name })),
      failed: (error) => notify.error(t('error'), messageOf(error, t('delete.failed')), { error }),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('delete.title', { name })}
      description={t('delete.text')}
      confirmLabel={t('delete.submit')}
      isDanger
      pending={remove.isPending}
      onConfirm={submit}
    />
  );
}
