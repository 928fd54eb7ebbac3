import { standingOf } from '../rules/company-status.ts';
import { bandOf } from '../rules/evaluate-rule.ts';
import { COLOURS, regulationName, STATUS_WORDS } from './pdf-page.ts';
import type { ReportedCheck } from './report.ts';

/** How the company stands under one regulation that applies to it. */
export interface RegulationScope {
  readonly regulationType: string;
  /** Whether the report contains its checks. */
  readonly isIncluded: boolean;
  readonly status: string;
  readonly score: number | null;
  readonly readiness: number | null;
  /** Applicable rules. */
  readonly rules: number;
  readonly rulesInForce: number;
  /** Rules in force that are violated, and rules that would be if they were in force. */
  readonly violations: number;
  readonly futureViolations: number;
  /** Rules in force without data to judge by. */
  readonly withoutData: number;
}

type Judged = Pick<ReportedCheck, 'regulationType' | 'status' | 'score' | 'readiness'>;

/** Of every regulation that applies, also of those that the report leaves out. */
export function scopeOf(reported: string, checks: readonly Judged[]): RegulationScope[] {
  const applicable = checks.filter(({ status }) => status !== 'not_applicable');
  const perRegulation = Map.groupBy(applicable, ({ regulationType }) => regulationType);
  return [...perRegulation].map(([regulationType, own]) => {
    const count = (test: (check: Judged) => boolean) => own.filter(test).length;
    return {
      regulationType,
      isIncluded: reported === 'all' || reported === regulationType,
      ...standing(own),
      rules: own.length,
      rulesInForce: count(({ status }) => status !== 'not_in_force'),
      violations: count(({ status }) => status === 'violation'),
      futureViolations: count(
        ({ status, readiness }) =>
          status === 'not_in_force' && readiness !== null && bandOf(readiness) === 'violation',
      ),
      withoutData: count(({ status }) => status === 'unknown'),
    };
  });
}

function standing(checks: readonly Judged[]) {
  const { status, score, readiness } = standingOf(checks);
  return { status, score: score ?? null, readiness: readiness ?? null };
}

/** Texts of the cover: each figure with the rules that it is about. */
export interface CoverTexts {
  /** Score over the rules in force, and readiness over the others; '–' without data. They are never mixed. */
  readonly figure: string;
  readonly ready: string;
  readonly headline: string;
  readonly colour: string;
  readonly sentence: string;
  /** One line per regulation of the report. */
  readonly included: readonly string[];
  /** One line per regulation that applies and is not part of the report. */
  readonly leftOut: readonly string[];
}

/** What the cover states about the checks of a report. */
interface Standing {
  readonly status: string;
  readonly score: number | null;
  readonly readiness: number | null;
  readonly scope: readonly RegulationScope[];
}

export function coverTexts(content: Standing): CoverTexts {
  const { status, score, readiness, scope } = content;
  const included = scope.filter(({ isIncluded }) => isIncluded);
  const sum = (of: (one: RegulationScope) => number) => included.reduce((total, one) => total + of(one), 0);
  const [rules, inForce] = [sum((one) => one.rules), sum((one) => one.rulesInForce)];
  const future = sum((one) => one.futureViolations);
  const word = STATUS_WORDS.get(status) ?? status;
  const isPartial = inForce > 0 && inForce < rules;
  return {
    figure: score === null ? '–' : String(score),
    ready: readiness === null ? '–' : String(readiness),
    headline: isPartial ? `${word} in ${inForce} of ${rules} rules` : word,
    colour:
      (future > 0 && status === 'compliant' ? COLOURS.status.get('warning') : COLOURS.status.get(status)) ??
      COLOURS.grey,
    sentence: sentenceOf({ score, readiness, inForce, rules, future }),
    included: included.map(lineOf),
    leftOut: scope.filter(({ isIncluded }) => !isIncluded).map(lineOf),
  };
}

function sentenceOf(of: {
  readonly score: number | null;
  readonly readiness: number | null;
  readonly inForce: number;
  readonly rules: number;
  readonly future: number;
}): string {
  const { score, readiness, inForce, rules, future } = of;
  const later =
    readiness === null
      ? ''
      : ` Readiness ${readiness} of 100 over ${counted(rules - inForce, 'rule')} not in force yet` +
        (future > 0 ? `; ${future} of them would be violated today.` : '.');
  if (score !== null) return `Score ${score} of 100 over ${counted(inForce, 'rule')} in force.${later}`;
  return later === '' ? 'No score: there is no data to judge by.' : `No score.${later}`;
}

function lineOf(one: RegulationScope): string {
  const facts = [
    one.score === null ? undefined : `score ${one.score}`,
    `${one.rulesInForce} of ${counted(one.rules, 'rule')} in force`,
    one.violations > 0 ? `${one.violations} violated` : undefined,
    one.withoutData > 0 ? `${one.withoutData} without data` : undefined,
    one.readiness === null ? undefined : `readiness ${one.readiness}`,
    one.futureViolations > 0 ? `${one.futureViolations} would be violated today` : undefined,
  ].filter((fact) => fact !== undefined);
  const word = STATUS_WORDS.get(one.status) ?? one.status;
  return `${regulationName(one.regulationType)}: ${word} (${facts.join(', ')})`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
