import { Problem } from '@pii-vault/contract/problem';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { ErasedPerson } from '../rights/erased-person.tsx';

interface ProfileErrorProps {
  id: number;
  companyId: number;
  error: unknown;
  onRetry: () => void;
}

/** Why there is no profile: the person was erased, or the call failed. */
export function ProfileError({ id, companyId, error, onRetry }: ProfileErrorProps) {
  const { t } = useTranslation('individuals');
  if (error instanceof Problem && error.status === 410) return <ErasedPerson id={id} companyId={companyId} />;
  return <ErrorState error={error} title={t('profile.failed')} onRetry={onRetry} />;
}
