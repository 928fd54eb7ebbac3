import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';

/** Visible status; a running upload is not shown. */
export type ImportStatus =
  | 'queued'
  /** Held: a user must decide how the file is parsed. */
  | 'needs_mapping'
  | 'running'
  | 'paused'
  | 'done'
  | 'failed'
  | 'cancelled';

export type MediaType = 'text/csv' | 'application/x-ndjson';

/** Handling of a column without a target. */
export type Unmapped = 'hold' | 'ignore';

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
  /** Accepted rows without an id whose person seemed to be known. */
  readonly knownPeople: number;
  /** Working time so far, ms. */
  readonly busyMs: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  /** When a paused import is tried again. */
  readonly nextTryAt: Date | null;
  /** Line of the file, from 1, where a failed import ended; rows before it are kept. Null when unknown. */
  readonly failedLine: number | null;
  readonly fileName: { readonly keyVersion: number; readonly sealed: Buffer };
}

/** The authoriser of an import: its permission is checked whenever the work continues. */
export interface Authoriser {
  readonly userId: number;
  /** Set when it was an API client of the user. */
  readonly clientId: string | undefined;
  /** Request id of the upload, so that the job's writes can be traced to it. */
  readonly requestId: string;
}

/** The caller as the new authoriser of an import. @throws AppError PERMISSION_DENIED for a service */
export function authoriserOf(ctx: Ctx): Authoriser {
  if (ctx.caller.kind !== 'user') throw missingPermission('pii:write');
  const { userId, clientId } = ctx.caller;
  return { userId, clientId, requestId: ctx.requestId };
}

/** Rows per second of working time; 0 before the first batch. */
export const perSecond = (processed: number, busyMs: number): number =>
  busyMs === 0 ? 0 : Math.round((processed * 10_000) / busyMs) / 10;
