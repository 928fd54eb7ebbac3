import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';
import { Loading } from '../ui/loading.tsx';
import { safeNext } from './safe-next.ts';

const Login = lazy(async () => {
  const { loadLogin } = await import('../features/session/load-login.ts');
  return { default: await loadLogin() };
});

/** Spinner while the session is checked, the login at the same address without a user, else what was asked for. */
export function SessionGate() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'checking') return <Loading />;
  if (session.status === 'out') {
    return (
      <Suspense fallback={<Loading />}>
        <Login />
      </Suspense>
    );
  }
  if (location.pathname === '/login') {
    return <Navigate to={safeNext(new URLSearchParams(location.search).get('next'))} replace />;
  }
  return <Outlet />;
}
