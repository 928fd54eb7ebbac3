import { zodResolver } from '@hookform/resolvers/zod';
import {
  approvalKinds,
  type RequestApproval,
  requestApprovalSchema,
} from '@pii-vault/contract/approvals/approvals-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { PurposePicker } from '../../../pii/purpose-picker.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import { useRequestApproval } from '../queries.ts';

const resolve = zodResolver(requestApprovalSchema);

interface RequestDialogProps {
  companyId: number;
  /** From the URL; '' means a reveal. */
  kind: string;
  purpose: string;
  onClose: () => void;
}

/** Asks another person to approve a bulk reveal, an export or erasures. */
export function RequestDialog({ companyId, kind, purpose, onClose }: RequestDialogProps) {
  const { t } = useTranslation('approvals');
  const request = useRequestApproval();
  const send = useSend(request.mutateAsync, onClose);
  const form = useForm<RequestApproval>({
    resolver: (values, ...rest) =>
      resolve(values.kind === 'erase' ? { ...values, purpose: undefined } : values, ...rest),
    defaultValues: {
      companyId,
      kind: approvalKinds.find((one) => one === kind) ?? ('reveal' as const),
      purpose,
      people: 100,
      reason: '',
    },
  });
  const { register, formState, watch } = form;
  const { errors } = formState;
  const submit = form.handleSubmit((values) =>
    send(values, {
      done: () => notify.success(t('request.done'), t('request.doneText')),
      failed: (error) => notify.error(t('error'), messageOf(error, t('failed')), { error }),
    }),
  );
  return (
    <FormDialog
      title={t('request.title')}
      description={t('request.text')}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(request.isPending ? 'request.pending' : 'request.submit')}
      pending={request.isPending}
    >
      <Field label={t('column.kind')} error={errors.kind?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('kind')}
            options={approvalKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        )}
      </Field>
      {watch('kind') === 'erase' ? (
        <Muted>{t('request.noPurpose')}</Muted>
      ) : (
        <Field label={t('column.purpose')} error={errors.purpose?.message} help={t('request.purposeHelp')}>
          {(control) => <PurposePicker {...control} {...register('purpose')} companyId={companyId} />}
        </Field>
      )}
      <Field label={t('request.people')} error={errors.people?.message} help={t('request.peopleHelp')}>
        {(control) => (
          <Input {...control} {...register('people', { valueAsNumber: true })} type="number" min={1} />
        )}
      </Field>
      <Field label={t('column.reason')} error={errors.reason?.message} help={t('request.reasonHelp')}>
        {(control) => <TextArea {...control} {...register('reason')} rows={3} />}
      </Field>
    </FormDialog>
  );
}
