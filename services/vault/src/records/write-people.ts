import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { IdentityBook } from './identity-book.ts';
import { publishConflicts, publishWrites } from './people-audit.ts';
import type { PersonInput, PersonResult, WriteOptions } from './person.ts';
import type { Sealing } from './plan-person.ts';
import type { PersonWrite } from './seal-person.ts';
import { writeWave } from './write-wave.ts';
import type { WritingDeps } from './writing-deps.ts';

/**
 * Writes up to 200 people of one company in the transaction passed: rows, search handles, consents, events and
 * audit entries. Answers in order. Two records with one external id are applied one after the other.
 * @throws AppError ABORTED or ALREADY_EXISTS when a parallel writer was faster: run the transaction again;
 * IdentityUnknown where a person has to be opened first (withIdentities)
 */
export type WritePeople = (
  tx: Tx,
  ctx: Ctx,
  options: WriteOptions,
  people: readonly PersonInput[],
) => Promise<PersonResult[]>;

export function createWritePeople(deps: WritingDeps): WritePeople {
  return async (tx, ctx, options, people) => {
    const sealing: Sealing = {
      mayReturn: options.afterErasure === 'create',
      companyId: options.companyId,
      consent: options.consent,
      fieldKey: await deps.keys.fieldKey(options.companyId),
      indexKey: await deps.keys.indexKey(options.companyId),
      random: deps.random,
      at: new Date(),
    };
    const results: PersonResult[] = [];
    const identities = options.identities ?? new IdentityBook();
    const written: PersonWrite[] = [];
    let waiting = people.map((_, at) => at);
    while (waiting.length > 0) {
      const { now, later } = splitWave(people, waiting);
      const wave = await writeWave(deps, tx, { sealing, options, people, now, results, identities });
      written.push(...wave.written);
      waiting = [...wave.postponed, ...later].sort((a, b) => a - b);
    }
    await publishWrites(tx, ctx, options, written, sealing.at);
    await publishConflicts(tx, ctx, options.companyId, results);
    return results;
  };
}

/** Each external id and each named person once per wave. */
function splitWave(
  people: readonly PersonInput[],
  waiting: readonly number[],
): { now: number[]; later: number[] } {
  const seen = new Set<string>();
  const now: number[] = [];
  const later: number[] = [];
  for (const at of waiting) {
    const person = people[at];
    const names = [
      ...(person?.externalId === undefined ? [] : [`x${person.externalId}`]),
      ...(person?.individualId === undefined ? [] : [`i${person.individualId}`]),
    ];
    (names.some((name) => seen.has(name)) ? later : now).push(at);
    for (const name of names) seen.add(name);
  }
  return { now, later };
}
