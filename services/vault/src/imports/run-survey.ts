import type { Database } from '@pii-vault/platform/postgres/database';
import type { RandomPool } from '../keys/envelope/random-pool.ts';
import { holdReason, planToJson } from './file-plan.ts';
import type { ClaimedImport } from './job-store.ts';
import type { OpenedFile } from './stored-file.ts';
import { surveyedPlan, surveyFile, surveyStart } from './survey.ts';
import { saveSurvey } from './survey-store.ts';

export interface RunSurveyDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly random: RandomPool;
}

/**
 * Surveys the file until the turn or the file ends. True when the whole file was read and nothing holds it. @throws
 * AppError IMPORT_LEASE_LOST
 */
export async function runSurvey(
  deps: RunSurveyDeps,
  claim: ClaimedImport,
  { key, plan, ...file }: OpenedFile,
  isOver: () => boolean,
): Promise<boolean> {
  const { survey: before = surveyStart(plan), ...rest } = plan;
  const { survey, isWhole } = await surveyFile(file, plan, before, isOver);
  const next = isWhole ? surveyedPlan(rest, survey) : { ...rest, survey };
  const hold = isWhole ? holdReason(next) : undefined;
  const sealed = key.sealPlan(planToJson(next), deps.random);
  const hasProgress = isWhole || survey.position.offset > before.position.offset;
  await deps.db.tenant({ companies: [claim.companyId] }, (tx) =>
    saveSurvey(tx, claim, { plan: sealed, isSurveyed: isWhole, hold, hasProgress }),
  );
  return isWhole && hold === undefined;
}
