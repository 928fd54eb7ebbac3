import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

/** A screen that failed, or whose code could not be loaded (a new version was installed): reloading helps. */
export function Crashed() {
  const { t } = useTranslation('app');
  const error = useRouteError();
  return (
    <Card>
      <ErrorState
        error={error}
        title={t('crashed.title')}
        hint={t('crashed.hint')}
        onRetry={() => window.location.reload()}
      />
    </Card>
  );
}
