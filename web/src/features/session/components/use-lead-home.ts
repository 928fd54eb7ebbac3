import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Delay before the redirect to / after a success. */
const REDIRECT_MS = 3000;

/** Redirects to / a while after `isDone` has become true. */
export function useLeadHome(isDone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate('/', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
