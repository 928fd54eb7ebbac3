import { zodResolver } from '@hookform/resolvers/zod';
import { resetPasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { FormError } from './form-error.tsx';

interface ResetFormProps {
  /** Masked address of the account, for password managers and the reader. */
  email: string | undefined;
  pending: boolean;
  error: string | undefined;
  onSubmit: (password: string) => void;
}

/** The new password, twice. */
export function ResetForm({ email, pending, error, onSubmit }: ResetFormProps) {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  return (
    <Form onSubmit={handleSubmit(({ password }) => onSubmit(password))}>
      <FormError message={error} />
      {email ? <input type="text" value={email} autoComplete="username" readOnly hidden /> : null}
      <Field label={t('newPassword')} error={errors.password?.message} help={t('reset.rules')} required>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="new-password" autoFocus />
        )}
      </Field>
      <Field label={t('confirmNewPassword')} error={errors.confirmPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={pending} width="full">
        {t(pending ? 'reset.pending' : 'reset.submit')}
      </Button>
    </Form>
  );
}
