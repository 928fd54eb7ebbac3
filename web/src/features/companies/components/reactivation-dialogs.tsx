import { zodResolver } from '@hookform/resolvers/zod';
import { type Company, requestReactivationSchema } from '@pii-vault/contract/companies/companies-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useRefuseReactivation, useRequestReactivation } from '../queries.ts';

/** Asks the super admins to end a suspension, with a reason. */
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

/** Confirms that a super admin refuses a company's reactivation request. */
export function RefuseReactivationDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation('companies');
  const refuse = useRefuseReactivation(company.id);
  const send = useSend(refuse.mutateAsync, onClose);
  const confirm = () =>
    send(undefined, {
      done: () => notify.success(t('reactivation.refused')),
      failed: (error) =>
        notify.error(t('error'), messageOf(error, t('reactivation.refuseFailed')), { error }),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('reactivation.refuseTitle', { name: company.name })}
      description={t('reactivation.refuseText')}
      confirmLabel={t('reactivation.refuseConfirm')}
      pending={refuse.isPending}
      onConfirm={confirm}
    />
  );
}
