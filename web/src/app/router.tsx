import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Link, Outlet, useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { checkSession } from '../client/check-session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { features } from './features.ts';
import { SessionGate } from './session-gate.tsx';
import { Shell } from './shell/shell.tsx';

/** Public screens need no session. All other screens require one and are inside the shell. */
export const newRouter = () =>
  createBrowserRouter([
    {
      Component: SessionStart,
      ErrorBoundary: Crashed,
      HydrateFallback: Loading,
      children: [
        ...features.flatMap((feature) => feature.publicRoutes ?? []),
        {
          Component: SessionGate,
          children: [
            {
              Component: Shell,
              children: [
                {
                  ErrorBoundary: Crashed,
                  children: [
                    ...features.flatMap((feature) => feature.routes),
                    { path: '*', Component: NotFound },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ]);

/** Shown when a screen fails to render or load. A reload helps, for example after a new version was installed. */
function Crashed() {
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

export function NotFound() {
  const { t } = useTranslation('app');
  return (
    <Card>
      <EmptyState
        isPage
        icon={Compass}
        title={t('notFound.title')}
        hint={t('notFound.text')}
        action={
          <Button asChild>
            <Link to="/">{t('notFound.home')}</Link>
          </Button>
        }
      />
    </Card>
  );
}

/** Checks the stored session once. Redirects to /admin-setup if the vault has no administrator. */
function SessionStart() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isPublic = pathname === '/admin-setup' || pathname === '/reset-password';
  useEffect(() => {
    if (isPublic) return;
    checkSession().then(({ needsSetup }) => {
      if (needsSetup) navigate('/admin-setup', { replace: true });
    });
  }, [isPublic, navigate]);
  return <Outlet />;
}
