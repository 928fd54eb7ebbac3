import type { AccessReport } from '@pii-vault/contract/principals/principals-schema';
import type { Disclosure } from '@pii-vault/proto/audit/v1/disclosures';
import { orNull, toIso } from '../wire/values.ts';

const isUserId = /^\d{1,15}$/;

/** Reads of values by partner systems through the company's API. */
export const clientReads = (disclosures: readonly Disclosure[]): Disclosure[] =>
  disclosures.filter(({ action, actorType }) => action === 'field_decrypt' && actorType === 'api_client');

/** The owner of an API client. */
export const ownerOf = ({ onBehalfOf }: Disclosure): number[] =>
  isUserId.test(onBehalfOf) ? [Number(onBehalfOf)] : [];

export function toReader(
  one: Disclosure,
  owners: ReadonlyMap<number, string>,
): AccessReport['readers'][number] {
  const [owner = 0] = ownerOf(one);
  return {
    clientId: one.actorId,
    name: owners.get(owner) ?? null,
    purpose: orNull(one.purpose),
    fieldNames: [...one.fieldNames],
    ...timesOf(one),
  };
}

/**
 * Sums activities over actors: the report names actions, not employees. Latest first.
 * @param disclosures latest first
 */
export function activitiesOf(disclosures: readonly Disclosure[]): AccessReport['activities'] {
  const sums = new Map<string, AccessReport['activities'][number]>();
  for (const one of disclosures) {
    const { action } = one;
    const purpose = orNull(one.purpose);
    const name = JSON.stringify([action, purpose]);
    const { times, firstAt, lastAt } = timesOf(one);
    // The first entry is the latest; ISO times in UTC sort as text.
    const sum = sums.get(name) ?? { action, purpose, times: 0, firstAt, lastAt };
    const [earliest = firstAt] = [sum.firstAt, firstAt].sort();
    sums.set(name, { ...sum, times: sum.times + times, firstAt: earliest });
  }
  return [...sums.values()];
}

const timesOf = ({ times, firstAt, lastAt }: Disclosure) => ({
  times,
  firstAt: toIso(firstAt),
  lastAt: toIso(lastAt),
});
