import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Success leads to / after this long. */
const REDIRECT_MS = 3000;

/** Leads to / a while after something has been done here. */
export function useLeadHome(isDone: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate('/', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
