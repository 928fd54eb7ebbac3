import { type Company, companyStatuses } from '@pii-vault/contract/companies/companies-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useSetCompanyStatus } from '../api/set-company-status.ts';

/** Active, inactive or suspended, each with what it means. Nothing is ever deleted by it. */
export function StatusDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const [opened, setOpened] = useState(company);
  const change = useSetCompanyStatus(opened);
  const [status, setStatus] = useState(company.status);

  const reload = () => {
    setOpened(company);
    change.reset();
  };
  const submit = () =>
    change.mutate(status, {
      onSuccess: () => {
        notify.success(t('change.done', { name: company.name, status: t(`status.${status}`) }));
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
      title={t('change.title', { name: company.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant={status === 'suspended' ? 'danger' : 'primary'}
            disabled={status === company.status}
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
        onChange={(value) => setStatus(companyStatuses.find((one) => one === value) ?? company.status)}
        options={companyStatuses.map((value) => ({
          value,
          label: t(`status.${value}`),
          hint: t(`change.${value}`),
        }))}
      />
    </Dialog>
  );
}
