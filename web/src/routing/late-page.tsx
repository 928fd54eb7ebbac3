import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { reloadPage } from './reload-page.ts';

interface LatePageProps {
  load: () => Promise<ComponentType>;
  /** Of the first try. */
  error: unknown;
}

/**
 * A screen whose code could not be fetched; the router would not fetch it again. It is tried again when it is opened
 * again and by Retry. With a network the installed version is another one: then loading the whole page helps.
 */
export function LatePage({ load, error }: LatePageProps) {
  const { t } = useTranslation('app');
  const [Page, setPage] = useState<ComponentType>();
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const retry = useCallback(
    () =>
      load().then(
        (page) => setPage(() => page),
        () => setOffline(!navigator.onLine),
      ),
    [load],
  );
  useEffect(() => void retry(), [retry]);
  if (Page) return <Page />;
  return (
    <Card>
      <ErrorState
        error={error}
        title={t('crashed.title')}
        {...(isOffline ? {} : { hint: t('crashed.hint') })}
        onRetry={isOffline ? retry : reloadPage}
      />
    </Card>
  );
}
