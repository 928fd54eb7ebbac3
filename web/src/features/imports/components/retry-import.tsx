import type { Import } from '@pii-vault/contract/imports/imports-schema';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../client/message-of.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/toaster.tsx';
import { useRetryImport } from '../queries.ts';

/** Tries a paused import at once instead of at its next time. */
export function RetryImport({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const retry = useRetryImport(one.id);
  const start = () =>
    retry.mutate(undefined, {
      onSuccess: () => notify.success(t('retryImport.done')),
      onError: (error) => notify.error(t('error'), messageOf(error, t('retryImport.failed')), { error }),
    });
  return (
    <Button size="sm" icon={RotateCw} onClick={start} pending={retry.isPending}>
      {t('retryImport.open')}
    </Button>
  );
}
