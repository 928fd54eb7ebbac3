import type { User } from '@pii-vault/contract/users/users-schema';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { useResendEmail } from '../../queries.ts';
import { useAnnounceAccess } from '../use-announce-access.ts';

interface ResendDialogProps {
  user: User;
  onClose: () => void;
}

/** Sends the welcome e-mail again, with a new single-use link. */
export const ResendDialog = (props: ResendDialogProps) => <Resend {...props} texts="resend" />;

/** The same with a new password, which ends the user's sessions and API credentials. */
export const RenewDialog = (props: ResendDialogProps) => <Resend {...props} texts="renew" />;

function Resend({ user, onClose, texts }: ResendDialogProps & { texts: 'resend' | 'renew' }) {
  const { t } = useTranslation('users');
  const resend = useResendEmail(user.id);
  const send = useSend(resend.mutateAsync, onClose);
  const announce = useAnnounceAccess();
  const { email } = user;

  const submit = () =>
    send(texts === 'renew', {
      done: ({ temporaryPassword, emailSent }) => {
        if (!emailSent && !temporaryPassword) return notify.error(t('error'), t('resend.failed'));
        const mail = emailSent ? 'sent' : 'failed';
        announce({ title: t(`${texts}.done`), email, temporaryPassword, mail });
      },
      failed: (error) => notify.error(t('error'), messageOf(error, t('resend.failed')), { error }),
    });

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t(`${texts}.title`)}
      description={t(`${texts}.text`, { email })}
      confirmLabel={t(`${texts}.submit`)}
      isDanger={texts === 'renew'}
      pending={resend.isPending}
      onConfirm={submit}
    />
  );
}
