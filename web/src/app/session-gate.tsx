import { Box } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { latePart } from '../routing/late-part.tsx';
import { readSession } from '../session/session-store.ts';
import { useSession } from '../session/use-session.ts';
import { Cover } from '../ui/cover.tsx';
import { Loading } from '../ui/loading.tsx';

const Login = latePart(async () => (await import('../features/session/load-login.ts')).loadLogin(), {
  // With an expired session, a screen with unsaved input is mounted behind the login.
  mayReload: () => readSession().status === 'out',
});

/**
 * Shows a spinner while the session is checked, the login without a session, else the requested screen. When the
 * session expires, the screen stays mounted behind the login, so that no input is lost. It is remounted if another user
 * signs in.
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

/** Accepts only paths of this site, to prevent an open redirect by `?next=//evil.example`. */
const safeNext = (next: string | null): string =>
  next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/';
