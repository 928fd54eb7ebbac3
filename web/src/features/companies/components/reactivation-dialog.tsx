import { zodResolver } from '@hookform/resolvers/zod';
import { type Company, requestReactivationSchema } from '@pii-vault/contract/companies/companies-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/input.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useRequestReactivation } from '../queries.ts';

/** Requests the end of a suspension, with a reason for the super admins. */
export function ReactivationDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const request = useRequestReactivation(company.id);
  const send = useSend(request.mutateAsync, onClose);
  const form = useForm({ resolver: zodResolver(requestReactivationSchema), defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((values) =>
    send(values, {
      done: () => notify.success(t('reactivation.done')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('reactivation.failed')), { error }),
    }),
  );
  return (
    <FormDialog
      title={t('reactivation.title', { name: company.name })}
      description={t('reactivation.text')}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(request.isPending ? 'reactivation.pending' : 'reactivation.submit')}
      pending={request.isPending}
    >
      <Field
        label={t('reactivation.reason')}
        error={errors.reason?.message}
        help={t('reactivation.reasonHelp')}
      >
        {(control) => <TextArea {...control} {...form.register('reason')} rows={3} maxLength={500} />}
      </Field>
    </FormDialog>
  );
}
