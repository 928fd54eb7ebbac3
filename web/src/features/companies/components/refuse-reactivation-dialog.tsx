import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useRefuseReactivation } from '../queries.ts';

/** Asks a super admin before the request of a suspended company is refused. */
export function RefuseReactivationDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const refuse = useRefuseReactivation(company.id);
  const send = useSend(refuse.mutateAsync, onClose);
  const confirm = () =>
    send(undefined, {
      done: () => notify.success(t('reactivation.refused')),
      failed: (error) =>
        notify.error(t('error'), messageOf(error, t('reactivation.refuseFailed')), { error }),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('reactivation.refuseTitle', { name: company.name })}
      description={t('reactivation.refuseText')}
      confirmLabel={t('reactivation.refuseConfirm')}
      pending={refuse.isPending}
      onConfirm={confirm}
    />
  );
}
