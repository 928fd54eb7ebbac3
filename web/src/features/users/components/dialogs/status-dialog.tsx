import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../../client/message-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../../ui/changed-meanwhile.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { RadioCards } from '../../../../ui/radio-cards.tsx';
import { notify } from '../../../../ui/toaster.tsx';
import { useSetUserStatus } from '../../api/set-user-status.ts';
import { userName } from '../../rules/user-name.ts';

/** Active, inactive or suspended, each with what it means. */
export function StatusDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [opened, setOpened] = useState(user);
  const change = useSetUserStatus(opened);
  const [status, setStatus] = useState(user.status);
  const name = userName(user);

  const reload = () => {
    setOpened(user);
    change.reset();
  };
  const submit = () =>
    change.mutate(status, {
      onSuccess: () => {
        notify.success(t('change.done', { name, status: t(`status.${status}`) }));
        onClose();
      },
      onError: (error) => {
        if (!isChangedMeanwhile(error))
          notify.error(t('error'), messageOf(error, t('change.failed')), { error });
      },
    });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('change.title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant={status === 'active' ? 'primary' : 'danger'}
            disabled={status === user.status}
            pending={change.isPending}
            onClick={submit}
          >
            {t(`change.verb.${status}`)}
          </Button>
        </>
      }
    >
      <ChangedMeanwhile error={change.error} onReload={reload} />
      <RadioCards
        label={t('column.status')}
        value={status}
        onChange={(value) => setStatus(userStatuses.find((one) => one === value) ?? user.status)}
        options={userStatuses.map((value) => ({
          value,
          label: t(`status.${value}`),
          hint: t(`change.${value}`),
        }))}
      />
    </Dialog>
  );
}
