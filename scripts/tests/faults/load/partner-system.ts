import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@pii-vault/all/demo-data/random';
import type { Customer } from './customers.ts';
import type { RecordedPerson } from './operation-history.ts';
import { PURPOSE, RECONCILIATION, type Reader, readProfile, reveal, searchPan } from './readers.ts';

const consentDetails = {
  purpose: PURPOSE,
  alsoFor: [RECONCILIATION],
  noticeVersion: '2026-01',
  language: 'en',
  channel: 'partner' as const,
};
const BATCH = 20;
/** Maximum pause between two calls of one writer, ms. */
const THINK_MS = 250;
/** Share of answered calls that are sent again, as by a client that did not get the answer. */
const REPEATED = 0.15;

export interface PartnerSystem extends Reader {
  readonly random: Random;
  nextCustomer(): Customer;
  isOver(): boolean;
}

/** Makes random calls, one at a time, until `isOver`: creates, batches, corrections, withdrawals and reads. */
export async function writeAndReveal(system: PartnerSystem): Promise<void> {
  const own: RecordedPerson[] = [];
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

async function create(system: PartnerSystem): Promise<RecordedPerson> {
  const { companyId, history, calls } = system;
  const { externalId, fields } = system.nextCustomer();
  const person = history.addPerson(companyId, externalId, fields);
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 1 + again(system); times += 1) {
    const answer = await calls.retry('create', (client, signal) =>
      client.call('POST /pii-records', {
        body: { companyId, consentDetails, externalId, fields },
        idempotencyKey,
        signal,
      }),
    );
    if (answer !== undefined) history.acknowledge(person, answer.individualId);
  }
  return person;
}

async function createBatch(system: PartnerSystem): Promise<RecordedPerson[]> {
  const { companyId, history, calls } = system;
  const records = Array.from({ length: BATCH }, () => {
    const { externalId, fields } = system.nextCustomer();
    return { externalId, fields: { ...fields } };
  });
  const people = records.map(({ externalId, fields }) => history.addPerson(companyId, externalId, fields));
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 1 + again(system); times += 1) {
    const answer = await calls.retry('batch', (client, signal) =>
      client.call('POST /pii-records/batch', {
        body: { companyId, consentDetails, records },
        idempotencyKey,
        signal,
      }),
    );
    for (const { index, status, individualId } of answer?.results ?? []) {
      const person = people[index];
      if (person === undefined) continue;
      if (status === 'created') history.acknowledge(person, individualId);
      else history.contradictions.push(`a record of a batch was rejected: ${person.externalId}`);
    }
  }
  return people;
}

async function correct(system: PartnerSystem, person: RecordedPerson): Promise<void> {
  const { companyId, history, calls } = system;
  const { individualId } = person;
  if (individualId === undefined) return;
  const written = person.values.get('email') ?? [];
  person.values.set('email', written);
  const value = `${person.externalId.toLowerCase()}.v${written.length + 1}@corrected.example`;
  const one = { value, sentAt: performance.now(), answeredAt: undefined as number | undefined };
  written.push(one);
  const idempotencyKey = randomUUID();
  for (let times = 0; times < 1 + again(system); times += 1) {
    const answer = await calls.retry('correction', (client, signal) =>
      client.call('POST /pii-fields', {
        body: { companyId, individualId, fieldType: 'email', plainValue: value, consentDetails },
        idempotencyKey,
        signal,
      }),
    );
    if (answer === undefined) continue;
    one.answeredAt ??= performance.now();
    if (answer.version !== written.length)
      history.contradictions.push(
        `correction ${written.length} of ${person.externalId} got version ${answer.version}`,
      );
  }
}

async function withdraw(system: PartnerSystem, person: RecordedPerson): Promise<void> {
  const { companyId, calls } = system;
  const { individualId } = person;
  if (individualId === undefined) return;
  const withdrawal = { sentAt: performance.now(), answeredAt: undefined as number | undefined };
  person.withdrawal = withdrawal;
  const idempotencyKey = randomUUID();
  const answer = await calls.retry('withdrawal', (client, signal) =>
    client.call('POST /individuals/{id}/consent/withdraw', {
      params: { id: individualId },
      body: { companyId, purpose: PURPOSE },
      idempotencyKey,
      signal,
    }),
  );
  if (answer !== undefined) withdrawal.answeredAt = performance.now();
}

function pickSome(random: Random, from: readonly RecordedPerson[]): RecordedPerson[] {
  const count = random.chance(0.2) ? 10 : 1;
  const picked = Array.from({ length: count }, () => from[random.below(from.length)]);
  return [...new Set(picked.flatMap((person) => person ?? []))];
}

const again = ({ random }: PartnerSystem) => (random.chance(REPEATED) ? 1 : 0);
