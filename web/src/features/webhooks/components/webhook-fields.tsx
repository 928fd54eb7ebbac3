import { Box } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Problem } from '@pii-vault/contract/problem';
import { webhookEvents } from '@pii-vault/contract/webhooks/webhooks-schema';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { messageOf } from '../../../client/message-of.ts';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';

/** Address and events of a webhook. */
export function WebhookFields({ form }: { form: UseFormReturn<WebhookValues> }) {
  const { t } = useTranslation('webhooks');
  const { register, formState, watch } = form;
  const { errors } = formState;
  const chosen = watch('events');
  return (
    <>
      <Field label={t('column.url')} error={errors.url?.message} help={t('field.urlHelp')} required>
        {(control) => (
          <Input
            {...control}
            {...register('url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://partner.example.com/pii-vault"
          />
        )}
      </Field>
      <Box as="fieldset" borderWidth="0" p="0" m="0" minWidth="0">
        <Box as="legend" textStyle="label" fontSize="body" mb="2">
          {t('column.events')}
        </Box>
        <Box display="grid" gap="2.5">
          {webhookEvents.map((event) => (
            <Checkbox key={event} {...register('events')} value={event} checked={chosen.includes(event)}>
              {t(`event.${event}`)}
              <Box as="span" display="block" color="ink.2" textStyle="small">
                {t(`eventText.${event}`)}
              </Box>
            </Checkbox>
          ))}
        </Box>
        {errors.events?.message ? (
          <Box role="alert" textStyle="small" color="error" mt="1.5">
            {inReaderLanguage(errors.events.message)}
          </Box>
        ) : null}
      </Box>
    </>
  );
}

const isField = (path: string | undefined): path is 'url' | 'events' => path === 'url' || path === 'events';

/**
 * The form, and a handler that shows a refusal at its field; otherwise, or after the dialog was closed, as a toast.
 */
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

/** An HTTPS address and at least one event. The service checks the target of the address. */
const webhookFormSchema = z.object({
  url: z.url({ protocol: /^https?$/, error: 'An address such as https://example.com/hook' }).max(2_048),
  events: z.array(z.enum(webhookEvents)).min(1, 'Choose at least one event'),
});
type WebhookValues = z.infer<typeof webhookFormSchema>;
