import { Box } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { latePart } from '../routing/late-part.tsx';
import { readSession } from '../session/session-store.ts';
import { useSession } from '../session/use-session.ts';
import { Cover } from '../ui/cover.tsx';
import { Loading } from '../ui/loading.tsx';
import { safeNext } from './safe-next.ts';

const Login = latePart(async () => (await import('../features/session/load-login.ts')).loadLogin(), {
  // After the session has expired, a screen with its input is behind the login.
  mayReload: () => readSession().status === 'out',
});

/**
 * A spinner while the session is checked, the login at the same address without a user, else the requested screen.
 * After the session expires the screen stays mounted behind the login, so that no input is lost; it is unmounted for
 * another user.
 */
export function SessionGate() {
  const { t } = useTranslation('app');
  const session = useSession();
  const location = useLocation();
  const login = (
    <Suspense fallback={<Loading />}>
      <Login />
    </Suspense>
  );
  if (session.status === 'checking') return <Loading />;
  if (session.status === 'out') return login;
  const isExpired = session.status === 'expired';
  if (location.pathname === '/login' && !isExpired) {
    return <Navigate to={safeNext(new URLSearchParams(location.search).get('next'))} replace />;
  }
  return (
    <>
      <Box key={session.user.id} display="contents" visibility={isExpired ? 'hidden' : undefined}>
        <Outlet />
      </Box>
      {isExpired ? <Cover label={t('session.expired')}>{login}</Cover> : null}
    </>
  );
}
