/** Paths whose queries a change of a company or an agreement invalidates. */
export const COMPANY_PATHS = [
  '/companies',
  '/companies/summary',
  '/link-agreements',
  '/compliance',
  '/dashboard/metrics',
];
