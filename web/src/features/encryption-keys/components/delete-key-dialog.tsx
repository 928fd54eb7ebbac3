import { Box } from '@chakra-ui/react';
import type { EncryptionKey } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useDestroyKey } from '../queries.ts';

/** Confirms the destruction of a version. A refusal of the server stays visible in the dialog. */
export function DeleteKeyDialog({ of: key, onClose }: { of: EncryptionKey; onClose: () => void }) {
  const { t } = useTranslation('encryption-keys');
  const destroy = useDestroyKey();
  const send = useSend(destroy.mutateAsync, onClose);
  const names = { type: t(`keyType.${key.keyType}`), version: key.version, company: key.company.name };
  const submit = () =>
    send(key.id, {
      done: () => notify.success(t('delete.done'), t('delete.what', names)),
      failed: (error, isOpen) => {
        if (!isOpen) notify.error(t('error'), messageOf(error, t('delete.failed')), { error });
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={t('delete.title', names)}
      description={t(`delete.text.${key.keyType}`)}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" pending={destroy.isPending} onClick={submit}>
            {t(destroy.isPending ? 'delete.pending' : 'delete.submit')}
          </Button>
        </>
      }
    >
      {destroy.error ? (
        <Box role="alert" color="error">
          {messageOf(destroy.error, t('delete.failed'))}
        </Box>
      ) : null}
    </Dialog>
  );
}
