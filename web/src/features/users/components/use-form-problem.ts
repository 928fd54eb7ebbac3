import { Problem } from '@pii-vault/contract/problem';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isChangedMeanwhile } from '../../../client/is-changed-meanwhile.ts';
import { messageOf } from '../../../client/message-of.ts';
import { notify } from '../../../ui/notify.tsx';

/**
 * Shows a refusal about one field at that field, others as a toast, except a 412, which the form explains. After the
 * dialog was closed, every refusal is a toast.
 */
export function useFormProblem<Values extends FieldValues & { email?: string }>(
  setError: UseFormSetError<Values>,
  fallback: string,
): (error: unknown, isOpen: boolean) => void {
  const { t } = useTranslation('users');
  return (error, isOpen) => {
    if (isOpen && isChangedMeanwhile(error)) return;
    const message = messageOf(error, t(fallback));
    if (isOpen && error instanceof Problem && error.reason === 'EMAIL_EXISTS')
      setError('email' as FieldPath<Values>, { message }, { shouldFocus: true });
    else notify.error(t('error'), message, { error });
  };
}
