import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { DialogGate } from '../../../routing/dialog-gate.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useRecordReview } from '../queries.ts';

/** `?new=1`: the caller states that it went through the privileged users. */
export function RecordReviewDialog({ companyId }: { companyId: number }) {
  const { t } = useTranslation('governance');
  const { get, set } = useUrlState();
  const record = useRecordReview();
  const close = () => set({ new: null });
  if (!get('new')) return null;
  const confirm = () =>
    record.mutate(companyId, {
      onSuccess: () => {
        notify.success(t('accessReviews.done'));
        close();
      },
      onError: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
    });
  return (
    <DialogGate permission="compliance:manage" onClose={close}>
      <ConfirmDialog
        isOpen
        onClose={close}
        title={t('accessReviews.confirm')}
        description={t('accessReviews.confirmText')}
        confirmLabel={t('accessReviews.new')}
        pending={record.isPending}
        onConfirm={confirm}
      />
    </DialogGate>
  );
}
