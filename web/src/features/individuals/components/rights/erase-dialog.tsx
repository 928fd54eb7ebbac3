import { zodResolver } from '@hookform/resolvers/zod';
import { eraseSchema } from '@pii-vault/contract/erasures/erasures-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { TextArea } from '../../../../ui/input.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { useErase } from '../../queries.ts';
import { individualName } from '../../rules/addresses.ts';
import { SAME_RECORDS_MS, withSameRecords } from '../../rules/same-records.ts';

interface EraseDialogProps {
  id: number;
  companyId: number;
  companyName: string;
  onClose: () => void;
}

/** Erases a person in one company, after stating what cannot be undone and asking for the reason. */
export function EraseDialog({ id, companyId, companyName, onClose }: EraseDialogProps) {
  const { t } = useTranslation('individuals');
  const erase = useErase(id);
  const send = useSend(erase.mutateAsync, onClose);
  const form = useForm({ resolver: zodResolver(eraseSchema), defaultValues: { companyId, reason: '' } });
  const submit = form.handleSubmit(({ reason }) =>
    send(
      { companyId, reason },
      {
        done: ({ verifiedSame }) =>
          notify.success(
            t('erase.done', { id: individualName(id) }),
            withSameRecords(t, t('erase.doneText'), verifiedSame),
            { durationMs: SAME_RECORDS_MS },
          ),
        failed: (error) => notify.error(t('error'), messageOf(error, t('erase.failed')), { error }),
      },
    ),
  );
  return (
    <FormDialog
      title={t('erase.title', { id: individualName(id), company: companyName })}
      description={t('erase.text', { company: companyName })}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(erase.isPending ? 'erase.pending' : 'erase.submit')}
      pending={erase.isPending}
      isDanger
    >
      <Field
        label={t('erase.reason')}
        error={form.formState.errors.reason?.message}
        help={t('erase.reasonHelp')}
        required
      >
        {(control) => <TextArea {...control} {...form.register('reason')} rows={3} />}
      </Field>
    </FormDialog>
  );
}
