import { zodResolver } from '@hookform/resolvers/zod';
import { type User, userPasswordFormSchema } from '@pii-vault/contract/users/users-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { useSend } from '../../../../client/use-send.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { notify } from '../../../../ui/notify.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { useSetUserPassword } from '../../queries.ts';
import { userName } from '../../rules/user-name.ts';

/** Set New Password, which ends the user's sessions and API credentials. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('users');
  const setPassword = useSetUserPassword(user.id);
  const send = useSend(setPassword.mutateAsync, onClose);
  const { register, formState, handleSubmit } = useForm({
    resolver: zodResolver(userPasswordFormSchema),
    defaultValues: { password: '' },
  });
  const name = userName(user);

  const submit = handleSubmit(({ password }) =>
    send(password, {
      done: () => notify.success(t('success'), t('password.done', { name })),
      failed: (error) => notify.error(t('error'), messageOf(error, t('password.failed')), { error }),
    }),
  );

  return (
    <FormDialog
      title={t('password.title', { name })}
      description={t('password.text')}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      submit={t(setPassword.isPending ? 'password.pending' : 'password.submit')}
      pending={setPassword.isPending}
    >
      <Field
        label={t('password.label')}
        error={formState.errors.password?.message}
        help={t('policy')}
        required
      >
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="new-password" autoFocus />
        )}
      </Field>
    </FormDialog>
  );
}
