import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { GetAccessFiguresResponse } from '@pii-vault/proto/audit/v1/figures';
import type { GetPeopleFiguresResponse } from '@pii-vault/proto/vault/v1/figures';
import { oneDecimal } from '../wire/values.ts';

type PeopleFigures = Pick<Analytics, 'totalIndividuals' | 'recordsByFieldType' | 'growth' | 'quality'>;

export function toPeopleFigures(figures: GetPeopleFiguresResponse): PeopleFigures {
  const individuals = Number(figures.individuals);
  const average = (sum: bigint) => (individuals === 0 ? 0 : oneDecimal(Number(sum) / individuals));
  return {
    totalIndividuals: individuals,
    recordsByFieldType: fieldTypes.flatMap((fieldType) => {
      const records = figures.fieldsByType[fieldType];
      return records === undefined ? [] : [{ fieldType, records: Number(records) }];
    }),
    growth: figures.growth.map((one) => ({
      day: one.day,
      added: Number(one.added),
      erased: Number(one.erased),
      individuals: Number(one.individuals),
    })),
    quality: {
      average: average(figures.qualitySum),
      averageCompleteness: average(figures.completenessSum),
      histogram: figures.byQuality.map((count, tenth) => ({
        from: 10 * tenth,
        to: tenth === 9 ? 100 : 10 * tenth + 9,
        individuals: Number(count),
      })),
    },
  };
}

type NameOf = (actor: { actorType: string; actorId: string }) => string | null;

/** @param nameOf name of a user, or of an API client's owner */
export function toAccess(access: GetAccessFiguresResponse, nameOf: NameOf): Analytics['access'] {
  return {
    byAction: access.byAction.map(({ action, entries }) => ({ action, entries: Number(entries) })),
    byHour: access.byHour.map((entries, hour) => ({ hour, entries: Number(entries) })),
    byWeekdayHour: access.byWeekdayHour.map((entries, at) => ({
      weekday: 1 + Math.floor(at / 24),
      hour: at % 24,
      entries: Number(entries),
    })),
    byDay: access.byDay.map(({ day, entries }) => ({ day, entries: Number(entries) })),
    byActor: access.byActor.map(({ actorType, actorId, entries }) => ({
      actorType,
      actorId,
      actorName: nameOf({ actorType, actorId }),
      entries: Number(entries),
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
    people: Number(people),
  }));
}
