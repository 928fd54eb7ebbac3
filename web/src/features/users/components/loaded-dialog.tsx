import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanies } from '../../../company/use-companies.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useRoleOptions } from '../queries.ts';

interface Loading {
  data: unknown;
  error: unknown;
  refetch: () => void;
}

/** What the selects of the forms hold. */
export function useFormSources(): readonly Loading[] {
  return [useCompanies(), useRoleOptions()];
}

interface LoadedDialogProps {
  queries: readonly Loading[];
  onClose: () => void;
  children: () => ReactNode;
}

/** A dialog that an address opens before its data is there; says so when the data cannot be loaded. */
export function LoadedDialog({ queries, onClose, children }: LoadedDialogProps) {
  const { t } = useTranslation('users');
  const failed = queries.find(({ data, error }) => error && data === undefined);
  if (failed) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t('notOpened')}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <ErrorState error={failed.error} onRetry={failed.refetch} />
      </Dialog>
    );
  }
  return queries.every(({ data }) => data !== undefined) ? children() : null;
}
