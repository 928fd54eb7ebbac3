import { setTimeout as delay } from 'node:timers/promises';
import { toCsv } from '@pii-vault/all/demo-data/generate';
import type { OperationHistory } from './operation-history.ts';
import type { PartnerSystem } from './partner-system.ts';
import { PURPOSE, RECONCILIATION } from './readers.ts';

const ROWS = 200;
const PAUSE_MS = 4_000;
const POLL_MS = 250;
/**
 * An import pauses while a dependency is down (5 s) or its author's permission is unconfirmed (30 s), and then resumes.
 */
const MAX_PAUSED_MS = 60_000;

/** Imports files, one after another; polls each until it is done. */
export async function importFiles(system: PartnerSystem): Promise<void> {
  const { companyId, history, calls } = system;
  for (let file = 1; !system.isOver(); file += 1) {
    const customers = Array.from({ length: ROWS }, () => system.nextCustomer());
    const people = customers.map(({ externalId, fields }) =>
      history.addPerson(companyId, externalId, fields),
    );
    const text = toCsv(customers.map(rowOf));
    const accepted = await calls.retry('import', (client, signal) =>
      client.call('POST /imports', {
        query: { companyId, purpose: PURPOSE, alsoFor: [RECONCILIATION], fileName: `faults-${file}.csv` },
        contentType: 'text/csv',
        body: text,
        signal,
      }),
    );
    if (accepted === undefined) return;
    let workedAt = performance.now();
    for (;;) {
      const state = await calls.retry('import', (client, signal) =>
        client.call('GET /imports/{id}', { params: { id: accepted.id }, signal }),
      );
      if (state === undefined) return;
      if (state.status === 'done' && state.accepted === ROWS)
        for (const person of people) history.acknowledge(person);
      else if (
        !['queued', 'running', 'paused'].includes(state.status) ||
        isStuck(state.status, workedAt, history)
      )
        history.contradictions.push(
          `an import ended or stayed ${state.status} with ${state.accepted} of ${ROWS} rows`,
        );
      else {
        if (state.status !== 'paused') workedAt = performance.now();
        await delay(POLL_MS);
        continue;
      }
      break;
    }
    await delay(PAUSE_MS);
  }
}

/**
 * Only the time after a fault counts: a long one holds a dependency away for longer than the limit, and without its key
 * store the vault answers no poll, so the first answer after the fault still says `paused`.
 * @param workedAt when the import was last seen not paused
 */
export const isStuck = (
  status: string,
  workedAt: number,
  { hasFault, faultEndedAt }: Pick<OperationHistory, 'hasFault' | 'faultEndedAt'>,
  now = performance.now(),
): boolean => status === 'paused' && !hasFault && now - Math.max(workedAt, faultEndedAt) > MAX_PAUSED_MS;

function rowOf({ externalId, fields }: ReturnType<PartnerSystem['nextCustomer']>) {
  const { name = '', pan = '', phone = '', email = '', dob = '', address = '' } = fields;
  return { customer_id: externalId, name, aadhaar: '', pan, phone, email, dob, address };
}
