import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useCancelImport } from '../queries.ts';

/** Stops an import after asking. */
export function CancelImport({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const cancel = useCancelImport(one.id);
  const [isAsking, setAsking] = useState(false);
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => notify.success(t('cancelImport.done')),
      onError: (error) => notify.error(t('error'), messageOf(error, t('cancelImport.failed')), { error }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        {t('cancelImport.open')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('cancelImport.title')}
        description={t('cancelImport.text', { n: format.number(one.accepted) })}
        confirmLabel={t('cancelImport.open')}
        isDanger
        pending={cancel.isPending}
      />
    </>
  );
}
