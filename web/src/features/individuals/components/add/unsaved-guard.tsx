import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';

/** Asks before navigation discards typed input; render the returned dialog. */
export function useUnsavedGuard(isDirty: () => boolean) {
  const { t } = useTranslation(['individuals', 'ui']);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => (isDirty() ? event.preventDefault() : undefined);
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t('ui:discard.title')}
      description={t('add.discard')}
      confirmLabel={t('ui:discard.confirm')}
      isDanger
    />
  );
}
