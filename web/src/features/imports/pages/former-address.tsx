import { Navigate, useLocation } from 'react-router-dom';

/** Leads from /individuals/import to the same import at /imports. */
export function FormerAddress() {
  const { search } = useLocation();
  return <Navigate replace to={`/imports${search}`} />;
}
