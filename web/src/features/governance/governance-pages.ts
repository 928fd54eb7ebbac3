/** Lazy screens, one chunk each. Not in routes.tsx, because that file is part of the first load. */
export const pages = {
  purposes: async () => (await import('./pages/purposes-page.tsx')).PurposesPage,
  grievances: async () => (await import('./pages/grievances-page.tsx')).GrievancesPage,
  incidents: async () => (await import('./pages/incidents-page.tsx')).IncidentsPage,
  recipients: async () => (await import('./pages/recipients-page.tsx')).RecipientsPage,
  erasures: async () => (await import('./pages/erasures-page.tsx')).ErasuresPage,
  accessReviews: async () => (await import('./pages/access-reviews-page.tsx')).AccessReviewsPage,
  accessReview: async () => (await import('./pages/access-review-page.tsx')).AccessReviewPage,
};
