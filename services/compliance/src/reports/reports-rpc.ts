import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { pageById } from '@pii-vault/platform/core/tables/list-cursor';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { openText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type CreateReportRequest, ReportsService } from '@pii-vault/proto/compliance/v1/reports';
import { invalidEntry, reportNotDone, tooManyReports } from '../errors.ts';
import { textPlace } from '../registers/texts/sealed-texts.ts';
import { fileNameOf, MEDIA_TYPES, REPORT_FORMATS, REPORT_REGULATIONS, type Report } from './report.ts';
import { findFile, findReport, insertReport, listReports, lockAndCountWaiting } from './report-store.ts';

export interface ReportsDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: TextKeys;
  companyExists(companyId: number): Promise<boolean>;
  /** Wakes the report job. */
  wake(): void;
}

const READ = 'compliance:read';
const MANAGE = 'compliance:manage';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** Reports of one company that wait. */
const MOST_WAITING = 20;

export function reportsRpc(deps: ReportsDeps): RpcService {
  return serve(ReportsService, {
    createReport: {
      allow: permission(MANAGE, (req) => req.companyId),
      handle: (ctx, req) => createReport(deps, ctx, req),
    },
    listReports: {
      allow: permission(READ, (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const page = { ...req, limit: limit + 1 };
        const found = await deps.db.tenant(scopeWith(ctx.caller, READ), (tx) => listReports(tx, page));
        const { rows, nextCursor } = pageById(found, limit);
        return { reports: rows.map((report) => withoutNulls(report)), nextCursor };
      },
    },
    getReportFile: { allow: permission(READ), handle: (ctx, { id }) => getFile(deps, ctx, id) },
  });
}

/** @throws AppError NOT_FOUND for a company that does not exist, INVALID_ENTRY, TOO_MANY_REPORTS */
async function createReport(deps: ReportsDeps, ctx: Ctx, wanted: CreateReportRequest) {
  const { companyId, regulationType, format } = wanted;
  if (!REPORT_REGULATIONS.some((one) => one === regulationType))
    throw invalidEntry('regulationType', 'A regulation of the list, or all');
  if (!REPORT_FORMATS.some((one) => one === format)) throw invalidEntry('format', 'pdf, csv or json');
  // A super_admin may name any number.
  if (!(await deps.companyExists(companyId))) throw notFound();
  const call = { companyId, route: 'POST /compliance/reports', parts: [regulationType, format] };
  const report = await deps.db.tenant({ companies: [companyId] }, (tx) => {
    const insert = async () => {
      if ((await lockAndCountWaiting(tx, companyId)) >= MOST_WAITING) throw tooManyReports(MOST_WAITING);
      const made = await insertReport(tx, { ...wanted, ...authorOf(ctx), textId: randomUUID() });
      await tell(tx, ctx, 'report_create', made, 'asked');
      return made;
    };
    return once(tx, ctx, call, insert, (id) => findReport(tx, id));
  });
  deps.wake();
  return { report: withoutNulls(report) };
}

/** The entry of the download is committed before the file is opened. */
async function getFile({ db, keys }: ReportsDeps, ctx: Ctx, id: number) {
  const { report, stored } = await db.tenant(scopeWith(ctx.caller, READ), async (tx) => {
    const known = await findReport(tx, id);
    return { report: known, stored: known && (await findFile(tx, id)) };
  });
  if (report === undefined) throw notFound();
  if (stored === undefined) throw reportNotDone();
  const { companyId, format } = report;
  await db.tenant({ companies: [companyId] }, (tx) => tell(tx, ctx, 'report_download', report, 'file'));
  const place = textPlace({ companyId, register: 'reports', textId: stored.textId });
  const content = await openText(keys, place, { sealed: stored.file, keyVersion: stored.keyVersion });
  const mediaType = MEDIA_TYPES.get(format) ?? 'application/octet-stream';
  return { fileName: fileNameOf(report), mediaType, content: Buffer.from(content, 'base64') };
}

function authorOf({ caller }: Ctx): {
  readonly createdBy: number;
  readonly createdClient: string | undefined;
} {
  if (caller.kind !== 'user') throw notFound();
  return { createdBy: caller.userId, createdClient: caller.clientId };
}

async function tell(
  tx: Tx,
  ctx: Ctx,
  action: 'report_create' | 'report_download',
  { id, companyId, regulationType, format }: Report,
  step: string,
): Promise<void> {
  const objectIds = { reportId: String(id), regulationType, format, step };
  await tx.publish(auditMessage('compliance', ctx, { action, companyId, objectIds }));
}
