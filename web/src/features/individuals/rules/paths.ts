/** Addresses of other screens about a person or about a link between two. */
export const lineagePath = (companyId: number, individualId: number): string =>
  `/data-lineage?company=${companyId}&individual=${individualId}`;

export const evidencePath = (companyId: number, entryId: number): string =>
  `/data-lineage?company=${companyId}&selected=${entryId}`;

export const auditPath = (companyId: number, individualId: number): string =>
  `/audit?company=${companyId}&search=IND_${individualId}`;

/** The request for a second person's approval of more reveals. */
export const approvalPath = (companyId: number, purpose: string): string =>
  `/approvals?company=${companyId}&new=1${purpose === '' ? '' : `&purpose=${purpose}`}`;

export const profilePath = (companyId: number, individualId: number): string =>
  `/individuals?company=${companyId}&selected=${individualId}`;
