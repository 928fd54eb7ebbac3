import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { reloadPage } from './reload-page.ts';

interface LatePageProps {
  load: () => Promise<ComponentType>;
  /** Error of the first attempt. */
  error: unknown;
}

/**
 * A screen whose code could not be loaded; the router would not retry. It is retried when it is opened again and by
 * Retry. If that fails with a network, the whole page is reloaded: another version was installed, or the browser caches
 * the module's failure. Without a network a reload would lose the page.
 */
export function LatePage({ load, error }: LatePageProps) {
  const { t } = useTranslation('app');
  const [Page, setPage] = useState<ComponentType>();
  const [isOffline, setOffline] = useState(!navigator.onLine);
  const fetchPage = useCallback(
    (onFailure: () => void) =>
      load().then(
        (page) => setPage(() => page),
        () => {
          setOffline(!navigator.onLine);
          if (navigator.onLine) onFailure();
        },
      ),
    [load],
  );
  useEffect(() => void fetchPage(() => {}), [fetchPage]);
  if (Page) return <Page />;
  return (
    <Card>
      <ErrorState
        error={error}
        title={t('crashed.title')}
        {...(isOffline ? {} : { hint: t('crashed.hint') })}
        onRetry={() => fetchPage(reloadPage)}
      />
    </Card>
  );
}
