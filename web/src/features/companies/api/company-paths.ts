/** What a change of a company or an agreement makes stale. */
export const COMPANY_PATHS = ['/companies', '/companies/summary', '/link-agreements', '/compliance'];
