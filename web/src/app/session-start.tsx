import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { checkSession } from '../client/check-session.ts';

/** Checks the stored session once; a vault without an administrator leads to /admin-setup. */
export function SessionStart() {
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
