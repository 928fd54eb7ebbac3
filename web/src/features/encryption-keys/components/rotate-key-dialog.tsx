import { zodResolver } from '@hookform/resolvers/zod';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { keyTypes, rotateKeySchema } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { messageOf } from '../../../client/message-of.ts';
import { useSend } from '../../../client/use-send.ts';
import { companyOptions } from '../../../company/company-options.ts';
import { useRotateKeys } from '../../../keys/use-rotate-keys.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { Select } from '../../../ui/select.tsx';
import type { RotationTarget } from '../encryption-keys.ts';

type Values = z.output<typeof rotateKeySchema>;

interface RotateKeyDialogProps {
  companies: readonly Company[];
  target: RotationTarget;
  onClose: () => void;
}

/** Rotates a key. Data moves to the new version in the background. */
export function RotateKeyDialog({ companies, target, onClose }: RotateKeyDialogProps) {
  const { t } = useTranslation('encryption-keys');
  const rotate = useRotateKeys();
  const send = useSend(rotate.mutateAsync, onClose);
  const { register, handleSubmit, formState, watch, setError } = useForm<Values>({
    resolver: zodResolver(rotateKeySchema),
    defaultValues: target,
  });
  const { errors } = formState;
  const keyType = keyTypes.find((one) => one === watch('keyType'));

  const submit = handleSubmit(({ companyId, keyType: chosen }) =>
    send(
      { companyId, keyTypes: [chosen] },
      {
        done: () => notify.success(t('rotate.started'), t('rotate.startedText')),
        failed: (error, isOpen) => {
          if (isOpen && error instanceof Problem && error.status === 404)
            setError('keyType', { message: t('rotate.noKey') });
          else notify.error(t('error'), messageOf(error, t('rotate.failed')), { error });
        },
      },
    ),
  );

  return (
    <FormDialog
      title={t('rotate.title')}
      description={t('rotate.text')}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(rotate.isPending ? 'rotate.pending' : 'rotate.submit')}
      pending={rotate.isPending}
    >
      <Field label={t('company')} error={errors.companyId?.message} required>
        {(control) => (
          <Select
            {...control}
            {...register('companyId', { valueAsNumber: true })}
            placeholder={t('rotate.company')}
            options={companyOptions(companies)}
          />
        )}
      </Field>
      <Field
        label={t('type')}
        error={errors.keyType?.message}
        help={keyType ? t(`rotate.${keyType}`) : undefined}
        required
      >
        {(control) => (
          <Select
            {...control}
            {...register('keyType')}
            placeholder={t('rotate.type')}
            options={keyTypes.map((value) => ({ value, label: t(`keyType.${value}`) }))}
          />
        )}
      </Field>
    </FormDialog>
  );
}
