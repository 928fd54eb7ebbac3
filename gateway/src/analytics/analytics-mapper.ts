import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import { oneDecimal } from '@pii-vault/platform/values/one-decimal';
import type { GetAccessFiguresResponse } from '@pii-vault/proto/audit/v1/figures';
import type { TrendDay } from '@pii-vault/proto/compliance/v1/trend';
import type { GetPeopleFiguresResponse } from '@pii-vault/proto/vault/v1/figures';

type PeopleFigures = Pick<Analytics, 'totalIndividuals' | 'recordsByFieldType' | 'growth' | 'quality'>;

export function toPeopleFigures(figures: GetPeopleFiguresResponse): PeopleFigures {
  const individuals = figures.individuals;
  const average = (sum: number) => (individuals === 0 ? null : oneDecimal(sum / individuals));
  return {
    totalIndividuals: individuals,
    recordsByFieldType: fieldTypes.flatMap((fieldType) => {
      const records = figures.fieldsByType[fieldType];
      return records === undefined ? [] : [{ fieldType, records }];
    }),
    growth: figures.growth.map((one) => ({
      day: one.day,
      added: one.added,
      erased: one.erased,
      individuals: one.individuals,
    })),
    quality: {
      average: average(figures.qualitySum),
      averageCompleteness: average(figures.completenessSum),
      histogram: figures.byQuality.map((count, tenth) => ({
        from: 10 * tenth,
        to: tenth === 9 ? 100 : 10 * tenth + 9,
        individuals: count,
      })),
    },
  };
}

type NameOf = (actor: { actorType: string; actorId: string }) => string | null;

/** @param nameOf name of a user, or of an API client's owner */
export function toAccess(access: GetAccessFiguresResponse, nameOf: NameOf): Analytics['access'] {
  return {
    byAction: access.byAction.map(({ action, entries }) => ({ action, entries })),
    byHour: access.byHour.map((entries, hour) => ({ hour, entries })),
    byWeekdayHour: access.byWeekdayHour.map((entries, at) => ({
      weekday: 1 + Math.floor(at / 24),
      hour: at % 24,
      entries,
    })),
    byDay: access.byDay.map(({ day, entries }) => ({ day, entries })),
    byActor: access.byActor.map(({ actorType, actorId, entries }) => ({
      actorType,
      actorId,
      actorName: nameOf({ actorType, actorId }),
      entries,
    })),
  };
}

/** @param nameOf name of a user, or of an API client's owner */
export function toReveals(
  { reveals }: Pick<GetAccessFiguresResponse, 'reveals'>,
  nameOf: NameOf,
): Analytics['reveals'] {
  return reveals.map(({ purpose, actorType, actorId, people }) => ({
    purpose,
    actorType,
    actorId,
    actorName: nameOf({ actorType, actorId }),
    people,
  }));
}

export function toTrendDay(one: TrendDay): Analytics['complianceTrend'][number] {
  const { day, score, readiness, violations } = one;
  return { day, score: score ?? null, readiness: readiness ?? null, violations };
}
