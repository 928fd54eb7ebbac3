import { createHash } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError, internal } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { sealText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { latestChecks } from '../checks/check-store.ts';
import type { runChecks } from '../checks/run-checks.ts';
import { latestLogVerification } from '../facts/fact-store.ts';
import type { LogVerification } from '../facts/facts.ts';
import { textPlace } from '../registers/texts/sealed-texts.ts';
import { RULES } from '../rules/all-rules.ts';
import { renderReport } from './render-report.ts';
import { MOST_REPORT_BYTES } from './report.ts';
import { type ReportContent, reportContent } from './report-content.ts';
import { type ClaimedReport, claimReport, failReport, storeFile } from './report-store.ts';

export interface ReportJobDeps {
  readonly db: Pick<Database, 'system'>;
  readonly keys: TextKeys;
  readonly log: Pick<Logger, 'warn'>;
  readonly identity: Pick<RpcClient<typeof AuthorityService>, 'checkAuthority'>;
  readonly runChecks: ReturnType<typeof runChecks>;
  learnLogState(): Promise<LogVerification | undefined>;
  company(companyId: number): Promise<ReportContent['company'] | undefined>;
  self(company: number): Ctx;
  now(): Date;
}

/**
 * Makes queued reports one after the other. A report is leased for a minute; if the process dies, another process makes
 * it again. The file is stored once. A transient failure is retried five times.
 */
export function reportJob(deps: ReportJobDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const report = await deps.db.system(claimReport);
      if (report === undefined) return;
      try {
        await makeReport(deps, report);
      } catch (thrown) {
        const err = AppError.from(thrown);
        deps.log.warn('a report could not be made', {
          companyId: report.companyId,
          reportId: report.id,
          err,
        });
        await deps.db.system((tx) => failReport(tx, report, 'The report could not be made.', false));
      }
    }
  };
}

async function makeReport(deps: ReportJobDeps, report: ClaimedReport): Promise<void> {
  const { companyId } = report;
  const ctx = deps.self(companyId);
  if (!(await mayStill(deps, ctx, report))) {
    const problem =
      'The user who requested it no longer has permission to manage compliance of this company.';
    return await deps.db.system((tx) => failReport(tx, report, problem, true));
  }
  const file = await renderReport(await contentOf(deps, ctx, report), report.format);
  if (file.length > MOST_REPORT_BYTES) throw internal('REPORT_TOO_LARGE', 'The report is too large');
  const place = textPlace({ companyId, register: 'reports', textId: report.textId });
  const sealed = await sealText(deps.keys, place, file.toString('base64'));
  const sha256 = createHash('sha256').update(file).digest('hex');
  await deps.db.system(async (tx) => {
    // A slower maker of the same report keeps nothing, and the trail names no file that is not there.
    if (!(await storeFile(tx, report, sealed, { size: file.length, sha256 }))) return;
    const objectIds = { reportId: String(report.id), sha256, step: 'made' };
    await tx.publish(auditMessage('compliance', ctx, { action: 'report_create', companyId, objectIds }));
  });
}

async function mayStill(
  { identity }: ReportJobDeps,
  ctx: Ctx,
  { createdBy, createdClient, companyId }: ClaimedReport,
): Promise<boolean> {
  const { holds } = await identity.checkAuthority(ctx, {
    userId: createdBy,
    clientId: createdClient ?? undefined,
    companyId,
    permission: 'compliance:manage',
  });
  return holds;
}

/** From the latest checks; a company that was never checked is checked now. */
async function contentOf(deps: ReportJobDeps, ctx: Ctx, report: ClaimedReport): Promise<ReportContent> {
  const { companyId } = report;
  const company = await deps.company(companyId);
  if (company === undefined) throw new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
  const ruleIds = RULES.map(({ id }) => id);
  const read = () => deps.db.system((tx) => latestChecks(tx, { companies: [companyId] }, ruleIds));
  let checks = await read();
  if (checks.length < RULES.length) {
    await deps.runChecks([ctx], companyId, await deps.learnLogState());
    checks = await read();
  }
  const log = await deps.db.system(latestLogVerification);
  const rules = new Map(RULES.map((rule) => [rule.id, rule]));
  const judged = checks.flatMap((check) => {
    const rule = rules.get(check.ruleId);
    return rule === undefined ? [] : [{ check, rule }];
  });
  return reportContent(report, company, judged, log, deps.now());
}
