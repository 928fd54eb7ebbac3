import type { User } from '@pii-vault/contract/users/users-schema';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useDeleteUser } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';

/** Deletes a user for good; closes its panel too. */
export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
