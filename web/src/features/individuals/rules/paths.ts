/** Addresses of other screens about a person or about a link between two. */
export const lineagePath = (companyId: number, individualId: number): string =>
  `/data-lineage?company=${companyId}&individual=${individualId}`;

export const evidencePath = (companyId: number, entryId: number): string =>
  `/data-lineage?company=${companyId}&selected=${entryId}`;

export const auditPath = (companyId: number, individualId: number): string =>
  `/audit?company=${companyId}&search=IND_${individualId}`;

export const profilePath = (companyId: number, individualId: number): string =>
  `/individuals?company=${companyId}&selected=${individualId}`;
