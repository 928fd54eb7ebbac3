import type { Webhook } from '@pii-vault/contract/webhooks/webhooks-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../client/use-send.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useUpdateWebhook } from '../queries.ts';
import { useWebhookForm } from './use-webhook-form.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Changes address or events; sends what was changed, of the webhook as the dialog was opened with. */
export function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const [opened] = useState(webhook);
  const update = useUpdateWebhook(opened);
  const send = useSend(update.mutateAsync, onClose);
  const { form, showProblem } = useWebhookForm({ url: opened.url, events: opened.events });
  const { dirtyFields, isDirty } = form.formState;
  const submit = form.handleSubmit(({ url, events }) =>
    send(
      { ...(dirtyFields.url ? { url } : {}), ...(dirtyFields.events ? { events } : {}) },
      {
        done: () => notify.success(t('edit.done')),
        failed: showProblem,
      },
    ),
  );
  return (
    <FormDialog
      title={t('edit.title')}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(update.isPending ? 'edit.pending' : 'edit.submit')}
      pending={update.isPending}
      disabled={!isDirty}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
