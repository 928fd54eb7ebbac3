import type { Check } from '../checks/check.ts';
import type { LogVerification } from '../facts/facts.ts';
import { standingOf } from '../rules/company-status.ts';
import type { Rule } from '../rules/rule.ts';
import type { Report, ReportedCheck } from './report.ts';
import { type RegulationScope, scopeOf } from './report-scope.ts';

/** The verification of the audit trail that the checks rely on. */
export interface ReliedOn {
  readonly verified: boolean;
  readonly treeSize: number;
  /** Hex; null for a verification that kept none. */
  readonly rootHash: string | null;
  readonly checkpointAt: string | null;
  readonly verifiedAt: string;
}

/** Everything a report says, whatever its format; times ISO 8601 UTC. */
export interface ReportContent {
  readonly reportId: number;
  readonly company: {
    readonly id: number;
    readonly name: string;
    readonly code: string;
    readonly tier: string;
    /** Zone of the days and times in the PDF. */
    readonly timeZone: string;
  };
  readonly regulationType: string;
  readonly generatedAt: string;
  readonly status: string;
  readonly score: number | null;
  readonly readiness: number | null;
  /** Every regulation that applies to the company, whether or not the report contains it. */
  readonly scope: readonly RegulationScope[];
  readonly auditTrail: ReliedOn | null;
  readonly checks: readonly ReportedCheck[];
  readonly notice: string;
}

const NOTICE =
  'The checks are made by software over recorded facts. The reading of the law in them needs the confirmation of counsel.';

export function reportContent(
  report: Pick<Report, 'id' | 'regulationType'>,
  company: ReportContent['company'],
  checks: readonly { readonly check: Check; readonly rule: Rule }[],
  log: LogVerification | undefined,
  now: Date,
): ReportContent {
  const wanted = checks.filter(
    ({ rule }) => report.regulationType === 'all' || rule.regulationType === report.regulationType,
  );
  const { status, score, readiness } = standingOf(wanted.map(({ check }) => check));
  return {
    reportId: report.id,
    company,
    regulationType: report.regulationType,
    generatedAt: now.toISOString(),
    status,
    score: score ?? null,
    readiness: readiness ?? null,
    scope: scopeOf(report.regulationType, checks.map(reported)),
    auditTrail: log === undefined ? null : reliedOn(log),
    checks: wanted.map(reported),
    notice: NOTICE,
  };
}

function reported({ check, rule }: { readonly check: Check; readonly rule: Rule }): ReportedCheck {
  return {
    ruleId: check.ruleId,
    regulationType: rule.regulationType,
    title: rule.title,
    reference: rule.reference,
    lawVersion: check.lawVersion,
    inForceFrom: rule.inForceFrom.toISOString(),
    status: check.status,
    score: check.score ?? null,
    readiness: check.readiness ?? null,
    details: check.details,
    evidence: check.evidence,
    recommendations: check.recommendations,
    checkedAt: check.createdAt.toISOString(),
  };
}

function reliedOn(log: LogVerification): ReliedOn {
  return {
    verified: log.isVerified,
    treeSize: log.treeSize,
    rootHash: log.rootHash?.toString('hex') ?? null,
    checkpointAt: log.checkpointAt?.toISOString() ?? null,
    verifiedAt: log.verifiedAt.toISOString(),
  };
}
