/** Paths whose queries a change of a company or an agreement invalidates. */
export const COMPANY_PATHS = [
  '/companies',
  '/companies/summary',
  '/link-agreements',
  '/compliance',
  '/dashboard/attention',
  '/dashboard/metrics',
  '/analytics',
  '/data-lineage',
  '/data-lineage/analysis',
  '/data-lineage/entries',
  '/data-lineage/summary',
];
