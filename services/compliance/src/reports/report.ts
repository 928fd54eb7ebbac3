/** A report as it is listed; the file is read apart. */
export interface Report {
  readonly id: number;
  readonly companyId: number;
  readonly regulationType: string;
  readonly format: string;
  readonly status: 'queued' | 'done' | 'failed';
  readonly problem: string | null;
  readonly createdBy: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly size: number | null;
  readonly sha256: string | null;
}

export const REPORT_REGULATIONS = ['dpdp', 'gdpr', 'hipaa', 'pci_dss', 'all'] as const;
export const REPORT_FORMATS = ['pdf', 'csv', 'json'] as const;

/** Largest file, bytes: it is handed out in one message. */
export const MOST_REPORT_BYTES = 900 * 1024;

export const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
]);

export function fileNameOf({
  id,
  companyId,
  regulationType,
  format,
}: Pick<Report, 'id' | 'companyId' | 'regulationType' | 'format'>): string {
  return `compliance-${regulationType}-company-${companyId}-report-${id}.${format}`;
}

/** One rule as the report shows it. */
export interface ReportedCheck {
  readonly ruleId: string;
  readonly regulationType: string;
  readonly title: string;
  readonly reference: string;
  readonly lawVersion: string;
  readonly inForceFrom: string;
  readonly status: string;
  readonly score: number | null;
  readonly readiness: number | null;
  readonly details: string;
  readonly evidence: readonly { readonly name: string; readonly value: string }[];
  readonly recommendations: readonly string[];
  readonly checkedAt: string;
}
