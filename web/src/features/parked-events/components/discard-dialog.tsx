import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DiscardReason,
  discardParkedSchema,
  discardReasons,
  type ParkedEvent,
} from '@pii-vault/contract/parked-events/parked-events-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDiscardParked } from '../queries.ts';

/** Asks why an event must not take effect. */
export function DiscardDialog({ event, onClose }: { event: ParkedEvent; onClose: () => void }) {
  const { t } = useTranslation('parked-events');
  const discard = useDiscardParked();
  const send = useSend(discard.mutateAsync, onClose);
  const { service, consumer, eventId } = event;
  const { register, formState, handleSubmit } = useForm({
    resolver: zodResolver(discardParkedSchema),
    defaultValues: { service, consumer, eventId, reason: 'faulty_build' as DiscardReason },
  });
  const submit = handleSubmit((values) =>
    send(values, {
      done: () => notify.success(t('discard.done'), t('discard.doneText')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('discard.failed')), { error }),
    }),
  );
  return (
    <FormDialog
      title={t('discard.title')}
      description={t('discard.text', { topic: event.topic })}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(discard.isPending ? 'discard.pending' : 'discard.submit')}
      pending={discard.isPending}
    >
      <Field
        label={t('discard.reason')}
        error={formState.errors.reason?.message}
        help={t('discard.help')}
        required
      >
        {(control) => (
          <Select
            {...control}
            {...register('reason')}
            options={discardReasons.map((value) => ({ value, label: t(`discard.why.${value}`) }))}
          />
        )}
      </Field>
    </FormDialog>
  );
}
