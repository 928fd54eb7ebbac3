import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { purposeName } from '../../../i18n/field-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useAcceptLinkAgreement } from '../queries.ts';

interface AcceptAgreementDialogProps {
  agreement: LinkAgreement;
  onClose: () => void;
}

/** Shows what the two companies will see of each other, the purpose and the end, before the agreement is accepted. */
export function AcceptAgreementDialog({ agreement, onClose }: AcceptAgreementDialogProps) {
  const { t } = useTranslation('companies');
  const accept = useAcceptLinkAgreement();
  const send = useSend(accept.mutateAsync, onClose);
  const confirm = () =>
    send(agreement.id, {
      done: () => notify.success(t('link.done')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('link.failed')), { error }),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('link.acceptTitle')}
      description={t('link.acceptText', { one: agreement.companyName, other: agreement.otherCompanyName })}
      confirmLabel={t('link.acceptConfirm')}
      pending={accept.isPending}
      onConfirm={confirm}
    >
      <Terms agreement={agreement} />
    </ConfirmDialog>
  );
}

function Terms({ agreement }: { agreement: LinkAgreement }) {
  const { t } = useTranslation('companies');
  const format = useFormat();
  const { purpose, includeAadhaar, includesHealthData, disclosureDelay, startsAt, endsAt } = agreement;
  const isLater = startsAt !== null && Date.parse(startsAt) > Date.now();
  return (
    <KeyValue
      items={[
        { label: t('link.purpose'), value: purposeName(purpose) },
        { label: t('link.aadhaarColumn'), value: t(includeAadhaar ? 'link.included' : 'link.excluded') },
        { label: t('link.healthColumn'), value: t(includesHealthData ? 'link.healthIn' : 'link.excluded') },
        {
          label: t('link.delayColumn'),
          value: disclosureDelay === 0 ? t('link.atOnce') : t('link.minutes', { count: disclosureDelay }),
        },
        { label: t('link.from'), value: isLater ? format.dateTime(startsAt) : t('link.fromNow') },
        { label: t('link.until'), value: endsAt ? format.dateTime(endsAt) : t('link.untilEnded') },
      ]}
    />
  );
}
