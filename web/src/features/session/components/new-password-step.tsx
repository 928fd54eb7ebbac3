import { Box } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { SessionLack } from '@pii-vault/contract/auth/auth-schema';
import { changePasswordFormSchema } from '@pii-vault/contract/auth/passwords-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { startSession } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { replaceTemporaryPassword } from '../queries.ts';
import { FormError } from './form-message.tsx';
import { PasswordRequirements } from './password-requirements.tsx';

interface NewPasswordStepProps {
  token: string;
  /** The temporary password of this login. */
  password: string;
  /** The session lacks something else, too. */
  onStep: (lacks: SessionLack) => void;
  onBack: () => void;
}

/** First login with a temporary password: the user sets their own one and continues. */
export function NewPasswordStep({ token, password, onStep, onBack }: NewPasswordStepProps) {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState, watch, setError } = useForm({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: { currentPassword: password, newPassword: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (newPassword: string) =>
      replaceTemporaryPassword(token, { currentPassword: password, newPassword }),
    onSuccess: ({ user, lacks }) => (lacks ? onStep(lacks) : startSession(token, user)),
    onError: (problem) => {
      const weak = problem instanceof Problem ? problem.fieldErrors.get('newPassword') : undefined;
      if (weak) setError('newPassword', { message: weak }, { shouldFocus: true });
    },
  });
  return (
    <Form onSubmit={handleSubmit(({ newPassword }) => mutate(newPassword))}>
      <FormError message={error && !errors.newPassword ? messageOf(error, t('change.failed')) : undefined} />
      <Field label={t('newPassword')} error={errors.newPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" autoFocus />
        )}
      </Field>
      <Field label={t('confirmNewPassword')} error={errors.confirmPassword?.message} required>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <PasswordRequirements password={watch('newPassword')} />
      <Button type="submit" variant="primary" pending={isPending} width="full">
        {t(isPending ? 'change.pending' : 'change.submit')}
      </Button>
      <Box textAlign="center">
        <Button variant="link" onClick={onBack}>
          {t('step.back')}
        </Button>
      </Box>
    </Form>
  );
}
