import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { purposeName } from '../../../../i18n/field-name.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { useWithdrawConsent } from '../../queries.ts';
import { individualName } from '../../rules/addresses.ts';
import { type CompanyFieldGroup, purposesOf } from '../../rules/purposes.ts';
import { SAME_RECORDS_MS, withSameRecords } from '../../rules/same-records.ts';

interface WithdrawDialogProps {
  id: number;
  group: CompanyFieldGroup;
  purpose: string;
  onClose: () => void;
}

/** Withdraws consent for one purpose in one company, after a confirmation. */
export function WithdrawDialog({ id, group, purpose, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('individuals');
  const withdraw = useWithdrawConsent(id);
  const send = useSend(withdraw.mutateAsync, onClose);
  const { companyId, companyName } = group;
  const covered = purposesOf(group.fields).find((one) => one.purpose === purpose)?.covers ?? [];
  const confirm = () =>
    send(
      { companyId, purpose },
      {
        done: ({ verifiedSame }) =>
          notify.success(
            t('withdraw.done'),
            withSameRecords(
              t,
              t('withdraw.doneText', { purpose: purposeName(purpose), company: companyName }),
              verifiedSame,
            ),
            { durationMs: SAME_RECORDS_MS },
          ),
        failed: (error) => notify.error(t('error'), messageOf(error, t('withdraw.failed')), { error }),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={t('withdraw.title', { purpose: purposeName(purpose) })}
      description={t('withdraw.text', {
        id: individualName(id),
        company: companyName,
        fields: covered.map((type) => t(`field.${type}`)).join(', '),
      })}
      confirmLabel={t('withdraw.confirm')}
      isDanger
      pending={withdraw.isPending}
    />
  );
}
