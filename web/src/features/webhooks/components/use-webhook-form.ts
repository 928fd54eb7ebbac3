import { zodResolver } from '@hookform/resolvers/zod';
import { Problem } from '@pii-vault/contract/problem';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { notify } from '../../../ui/toaster.tsx';
import { type WebhookValues, webhookFormSchema } from '../rules/webhook-form.ts';

const isField = (path: string | undefined): path is 'url' | 'events' => path === 'url' || path === 'events';

/** The form, and how a refusal is shown: at its field; otherwise, or after the dialog was closed, as a toast. */
export function useWebhookForm(defaultValues: WebhookValues) {
  const { t } = useTranslation('webhooks');
  const form = useForm<WebhookValues>({ resolver: zodResolver(webhookFormSchema), defaultValues });
  const showProblem = (error: unknown, isOpen: boolean) => {
    const message = messageOf(error, t('failed'));
    const [path] = error instanceof Problem ? error.fieldErrors.keys() : [];
    if (isOpen && isField(path)) form.setError(path, { message }, { shouldFocus: true });
    else notify.error(t('error'), message, { error });
  };
  return { form, showProblem };
}
