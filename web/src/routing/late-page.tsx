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
 * Replaces a screen whose code could not be loaded, because the router does not retry. Loading is retried on mount and
 * by Retry. If Retry fails while online, the page reloads: a new version was installed, or the browser has cached the
 * module's failure. Offline, a reload would lose the page.
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
