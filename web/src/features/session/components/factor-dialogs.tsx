import type { SecondFactor } from '@pii-vault/contract/auth/factors-schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../client/use-send.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { factorMessage } from '../factor-message.ts';
import { useRemoveFactor, useRenameFactor } from '../queries.ts';

interface FactorDialogProps {
  factor: SecondFactor;
  onClose: () => void;
}

export function RenameDialog({ factor, onClose }: FactorDialogProps) {
  const { t } = useTranslation('session');
  const [name, setName] = useState(factor.name);
  const rename = useRenameFactor(factor.id);
  const send = useSend(rename.mutateAsync, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || name.trim() === '') return;
    send(name, {
      done: () => notify.success(t('factors.renamed')),
      failed: (error, isOpen) => {
        if (!isOpen) notify.error(t('change.error'), factorMessage(error, t), { error });
      },
    });
  };
  return (
    <FormDialog
      title={t('factors.renameTitle')}
      isDirty={name !== factor.name}
      onClose={onClose}
      onSubmit={submit}
      submit={t('factors.rename')}
      pending={rename.isPending}
    >
      <Field
        label={t('factors.name')}
        error={rename.error ? factorMessage(rename.error, t) : undefined}
        required
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
            autoFocus
          />
        )}
      </Field>
    </FormDialog>
  );
}

export function RemoveDialog({ factor, onClose }: FactorDialogProps) {
  const { t } = useTranslation('session');
  const remove = useRemoveFactor(factor.id);
  const send = useSend(remove.mutateAsync, onClose);
  const submit = () =>
    send(undefined, {
      done: () => notify.success(t('factors.removed', { name: factor.name })),
      failed: (error) => notify.error(t('change.error'), factorMessage(error, t), { error }),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('factors.removeTitle', { name: factor.name })}
      description={t('factors.removeText')}
      confirmLabel={t('factors.remove')}
      isDanger
      pending={remove.isPending}
      onConfirm={submit}
    />
  );
}
