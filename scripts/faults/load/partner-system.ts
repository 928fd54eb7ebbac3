import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@pii-vault/all/demo/random';
import type { Customer } from './customers.ts';
import { PURPOSE, RECONCILIATION, type Reader, readProfile, reveal, searchPan } from './readers.ts';
import type { ToldPerson } from './told.ts';

const consentDetails = {
  purpose: PURPOSE,
  alsoFor: [RECONCILIATION],
  noticeVersion: '2026-01',
  language: 'en',
  channel: 'partner' as const,
};
const BATCH = 20;
/** Longest pause between two calls of one writer, ms. */
const THINK_MS = 250;
/** An answered call is sent once more: its client did not get the answer. */
const REPEATED = 0.15;

export interface PartnerSystem extends Reader {
  readonly random: Random;
  nextCustomer(): Customer;
  isOver(): boolean;
}

/** Creates, batches, corrections, withdrawals, reveals, pages and searches, one at a time, until it is over. */
export async function writeAndReveal(system: PartnerSystem): Promise<void> {
  const own: ToldPerson[] = [];
  const { random } = system;
  while (!system.isOver()) {
    const choice = random.next();
    const known = own.filter((person) => person.individualId !== undefined);
    const living = known.filter((person) => person.withdrawal === undefined);
    const one = living[random.below(living.length)];
    if (one === undefined || choice < 0.35) own.push(await create(system));
    else if (choice < 0.4) own.push(...(await createBatch(system)));
    else if (choice < 0.55) await correct(system, one);
    else if (choice < 0.58) await withdraw(system, one);
    else if (choice < 0.66) await readProfile(system, one, random.chance(0.5));
    else if (choice < 0.69) await searchPan(system, one);
    else await reveal(system, pickSome(random, known));
    await delay(random.below(THINK_MS));
  }
}

async function create(system: PartnerSystem): Promise<ToldPerson> {
  const { companyId, told, calls } = system;
  const { externalId, fields } = system.nextCustomer();
  const person = told.person(companyId, externalId, fields);
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 1 + again(system); times += 1) {
    const answer = await calls.insist('create', (client, signal) =>
      client.call('POST /pii-records', {
        body: { companyId, consentDetails, externalId, fields },
        idempotencyKey,
        signal,
      }),
    );
    if (answer !== undefined) told.has(person, answer.individualId);
  }
  return person;
}

async function createBatch(system: PartnerSystem): Promise<ToldPerson[]> {
  const { companyId, told, calls } = system;
  const records = Array.from({ length: BATCH }, () => {
    const { externalId, fields } = system.nextCustomer();
    return { externalId, fields: { ...fields } };
  });
  const people = records.map(({ externalId, fields }) => told.person(companyId, externalId, fields));
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 1 + again(system); times += 1) {
    const answer = await calls.insist('batch', (client, signal) =>
      client.call('POST /pii-records/batch', {
        body: { companyId, consentDetails, records },
        idempotencyKey,
        signal,
      }),
    );
    for (const { index, status, individualId } of answer?.results ?? []) {
      const person = people[index];
      if (person === undefined) continue;
      if (status === 'created') told.has(person, individualId);
      else told.contradictions.push(`a record of a batch was rejected: ${person.externalId}`);
    }
  }
  return people;
}

async function correct(system: PartnerSystem, person: ToldPerson): Promise<void> {
  const { companyId, told, calls } = system;
  const { individualId } = person;
  if (individualId === undefined) return;
  const said = person.values.get('email') ?? [];
  person.values.set('email', said);
  const value = `${person.externalId.toLowerCase()}.v${said.length + 1}@corrected.example`;
  const one = { value, sentAt: performance.now(), answeredAt: undefined as number | undefined };
  said.push(one);
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 1 + again(system); times += 1) {
    const answer = await calls.insist('correction', (client, signal) =>
      client.call('POST /pii-fields', {
        body: { companyId, individualId, fieldType: 'email', plainValue: value, consentDetails },
        idempotencyKey,
        signal,
      }),
    );
    if (answer === undefined) continue;
    one.answeredAt ??= performance.now();
    if (answer.version !== said.length)
      told.contradictions.push(
        `correction ${said.length} of ${person.externalId} was told version ${answer.version}`,
      );
  }
}

async function withdraw(system: PartnerSystem, person: ToldPerson): Promise<void> {
  const { companyId, calls } = system;
  const { individualId } = person;
  if (individualId === undefined) return;
  const withdrawal = { sentAt: performance.now(), answeredAt: undefined as number | undefined };
  person.withdrawal = withdrawal;
  const idempotencyKey = randomUUID();
  const answer = await calls.insist('withdrawal', (client, signal) =>
    client.call('POST /individuals/{id}/consent/withdraw', {
      params: { id: individualId },
      body: { companyId, purpose: PURPOSE },
      idempotencyKey,
      signal,
    }),
  );
  if (answer !== undefined) withdrawal.answeredAt = performance.now();
}

function pickSome(random: Random, from: readonly ToldPerson[]): ToldPerson[] {
  const count = random.chance(0.2) ? 10 : 1;
  const picked = Array.from({ length: count }, () => from[random.below(from.length)]);
  return [...new Set(picked.flatMap((person) => person ?? []))];
}

const again = ({ random }: PartnerSystem) => (random.chance(REPEATED) ? 1 : 0);
