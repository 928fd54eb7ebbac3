import { Box } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPasswordSchema } from '@pii-vault/contract/auth/passwords-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inReaderLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Input } from '../../../ui/input.tsx';
import { forgotPassword } from '../queries.ts';
import { FormDone, FormError } from './form-message.tsx';

const FAILED = 'Failed to send reset email. Please try again.';
const SENT = "If an account with that email exists, we've sent you a password reset link.";

interface ForgotFormProps {
  email: string;
  onBack: () => void;
}

/** Requests a link by e-mail. The confirmation is the same with and without an account. */
export function ForgotForm({ email, onBack }: ForgotFormProps) {
  const { t } = useTranslation('session');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email },
  });
  const { mutate, isPending, isSuccess, isError } = useMutation({ mutationFn: forgotPassword });
  const back = (
    <Button width="full" onClick={onBack}>
      {t('forgot.back')}
    </Button>
  );
  if (isSuccess) {
    return (
      <Box>
        <FormDone message={inReaderLanguage(SENT)} />
        <Box color="ink.2" mb="4">
          {t('forgot.sentHint')}
        </Box>
        {back}
      </Box>
    );
  }
  return (
    <Form onSubmit={handleSubmit((values) => mutate(values.email))}>
      <FormError message={isError ? inReaderLanguage(FAILED) : undefined} />
      <Field label={t('email')} error={formState.errors.email?.message} required>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="username" autoFocus />
        )}
      </Field>
      <Button type="submit" variant="primary" pending={isPending} width="full">
        {t(isPending ? 'forgot.pending' : 'forgot.submit')}
      </Button>
      {back}
    </Form>
  );
}
