import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../client/use-send.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { useCreateWebhook } from '../queries.ts';
import { SecretDialog, useAnnounceSecret } from './secret-dialog.tsx';
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx';

/** Registers an address, then shows the secret once; in a toast if the dialog was closed before. */
export function CreateDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const create = useCreateWebhook();
  const { set } = useUrlState();
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null);
  const send = useSend(create.mutateAsync);
  const announce = useAnnounceSecret();
  const { form, showProblem } = useWebhookForm({ url: '', events: [] });
  const submit = form.handleSubmit((values) =>
    send(
      { companyId: company.id, ...values },
      {
        done: (webhook, isOpen) => (isOpen ? setMade(webhook) : announce(t('create.done'), webhook.secret)),
        failed: showProblem,
      },
    ),
  );
  if (made) {
    const close = () => set({ new: null, selected: String(made.id) });
    return <SecretDialog title={t('create.done')} secret={made.secret} onClose={close} />;
  }
  return (
    <FormDialog
      title={t('create.title')}
      description={t('create.text', { company: company.name })}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(create.isPending ? 'create.pending' : 'create.submit')}
      pending={create.isPending}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
