import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import { isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { mask } from '@pii-vault/platform/domain/field-types/mask';
import { readColumn, suggestTargets } from '@pii-vault/platform/values/import-columns/column-hints';
import { targetIn } from '@pii-vault/platform/values/import-columns/column-plan';
import type { ColumnTarget } from '@pii-vault/platform/values/import-columns/column-target';
import {
  answersIn,
  isAnswer,
  mayStateRefusal,
} from '@pii-vault/platform/values/import-columns/consent-cells';
import type { DateContradiction, FilePlan, FoundRefusal } from './file-plan.ts';
import type { ImportSummary } from './import.ts';
import { findSealedFile } from './import-store.ts';
import { mapInSlices, sampleColumns } from './sample-columns.ts';
import { type OpenedFile, openFile, type StoredFileDeps } from './stored-file.ts';

/** A column about which the caller is asked. */
export interface HeldColumn {
  readonly name: string;
  readonly target: ColumnTarget | undefined;
  readonly suggestion: ColumnTarget | undefined;
  /** It may say who refused consent. */
  readonly mayStateRefusal: boolean;
  /** First values, masked. */
  readonly samples: readonly string[];
}

/** The questions of a held import. */
export interface ImportHold {
  readonly columns: readonly HeldColumn[];
  readonly dates: DateContradiction | undefined;
  /** The last line of the titles above the header row; 0 without titles. */
  readonly titleLines: number;
  /** Purposes of the import, one of which a column may be about. */
  readonly purposes: readonly string[];
}

const SHOWN_SAMPLES = 3;

/** The questions of the import; undefined when it is not held. @throws AppError as openFile does */
export async function holdOf(deps: StoredFileDeps, summary: ImportSummary): Promise<ImportHold | undefined> {
  if (summary.status !== 'needs_mapping') return undefined;
  const name = { companyId: summary.companyId, importId: summary.id };
  const sealed = await deps.db.tenant({ companies: [name.companyId] }, (tx) => findSealedFile(tx, name));
  // It was answered or cancelled meanwhile.
  if (sealed === undefined) return undefined;
  const file = await openFile(deps, sealed);
  const { dates, titleLines = 0, purposes = [] } = file.plan;
  return { columns: await heldColumns(file), dates, titleLines, purposes };
}

async function heldColumns(file: OpenedFile): Promise<HeldColumn[]> {
  const { plan } = file;
  const sampled = await sampleColumns(file, plan);
  const valuesOf = (column: string) => sampled.get(column) ?? [];
  const found = new Map(plan.refusals?.map((refusal) => [refusal.column, refusal]));
  const year = new Date().getFullYear();
  const read = (name: string) => readColumn(name, valuesOf(name), year);
  const suggestions = suggestTargets(plan.columns, await mapInSlices(plan.columns.columns, read));
  return await mapInSlices(plan.columns.columns, (name) => {
    const target = targetIn(plan.columns.targets, name);
    const suggestion = suggestions.get(name);
    const values = valuesOf(name);
    const refusal = found.get(name);
    return {
      name,
      target,
      suggestion,
      mayStateRefusal:
        target === undefined && (refusal !== undefined || mayStateRefusal(name, answersIn(values))),
      samples:
        refusal === undefined
          ? shownSamples(values, target ?? suggestion ?? 'ignore', plan)
          : shownExamples(refusal),
    };
  });
}

/** Yes and no are not personal, and showing both explains the column. */
function shownSamples(values: readonly string[], target: ColumnTarget, plan: FilePlan): string[] {
  if (values.every(isAnswer)) return [...new Set(values)].slice(0, SHOWN_SAMPLES);
  return values.slice(0, SHOWN_SAMPLES).map((value) => masked(target, value, plan));
}

/** A remark about consent is no answer, and may be personal. */
const shownExamples = ({ examples, isBlank }: FoundRefusal): readonly string[] =>
  examples.length === 0 && isBlank !== true ? [HIDDEN] : examples;

const HIDDEN = 'XXXX-MASKED';

function masked(target: ColumnTarget, value: string, { dateOrder }: FilePlan): string {
  if (!isFieldType(target)) return HIDDEN;
  const canonical = canonicalise(target, value, { dateOrder });
  return canonical.ok ? mask(target, canonical.value) : HIDDEN;
}
