/** What callers see; an upload that is under way is not shown. */
export type ImportStatus = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

export type MediaType = 'text/csv' | 'application/x-ndjson';

export type OnInvalid = 'reject' | 'skip-field';

/** An import as it is listed. Byte counts are of the plain file; rows are people. */
export interface ImportSummary {
  readonly id: number;
  readonly companyId: number;
  readonly status: ImportStatus;
  readonly statusReason: string;
  readonly bytesTotal: number;
  readonly bytesRead: number;
  readonly processed: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Working time so far, ms. */
  readonly busyMs: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly fileName: { readonly keyVersion: number; readonly sealed: Buffer };
}

/** Who answers for an import: its right is asked again whenever the work goes on. */
export interface Authoriser {
  readonly userId: number;
  /** Set when it was an API client of the user. */
  readonly clientId: string | undefined;
  /** Of the upload, so that what the job writes can be traced to it. */
  readonly requestId: string;
}

/** Rows per second of working time; 0 before the first batch. */
export const perSecond = (processed: number, busyMs: number): number =>
  busyMs === 0 ? 0 : Math.round((processed * 10_000) / busyMs) / 10;
