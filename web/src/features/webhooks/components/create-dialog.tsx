import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useSend } from '../../../ui/use-send.ts';
import { useCreateWebhook } from '../api/change-webhook.ts';
import { useWebhookForm } from './use-webhook-form.ts';
import { WebhookFields } from './webhook-fields.tsx';

export interface MadeWebhook {
  id: number;
  secret: string;
}

interface CreateDialogProps {
  company: Company;
  onClose: () => void;
  /** Called also after the dialog is closed: the secret is returned this once. */
  onMade: (made: MadeWebhook) => void;
}

/** Registers an address for events. */
export function CreateDialog({ company, onClose, onMade }: CreateDialogProps) {
  const { t } = useTranslation('webhooks');
  const create = useCreateWebhook();
  const send = useSend(create.mutateAsync, onClose);
  const { form, showProblem } = useWebhookForm({ url: '', events: [] });
  const submit = form.handleSubmit((values) =>
    send({ companyId: company.id, ...values }, { done: onMade, failed: showProblem }),
  );
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
