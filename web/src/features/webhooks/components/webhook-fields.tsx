import { Box } from '@chakra-ui/react';
import { webhookEvents } from '@pii-vault/contract/webhooks/webhooks-schema';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { WebhookValues } from '../rules/webhook-form.ts';

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
