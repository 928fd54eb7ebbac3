import { setTimeout as delay } from 'node:timers/promises';
import { toCsv } from '@pii-vault/all/demo-data/generate';
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
      else if (!['queued', 'running', 'paused'].includes(state.status) || isStuck(state.status, workedAt))
        history.contradictions.push(
          `an import ended or stayed ${state.status} with ${state.accepted} of ${ROWS} rows`,
        );
      else {
        // A long fault holds a dependency away for longer than the limit, which is for the time after it.
        if (state.status !== 'paused' || history.hasFault) workedAt = performance.now();
        await delay(POLL_MS);
        continue;
      }
      break;
    }
    await delay(PAUSE_MS);
  }
}

const isStuck = (status: string, workedAt: number): boolean =>
  status === 'paused' && performance.now() - workedAt > MAX_PAUSED_MS;

function rowOf({ externalId, fields }: ReturnType<PartnerSystem['nextCustomer']>) {
  const { name = '', pan = '', phone = '', email = '', dob = '', address = '' } = fields;
  return { customer_id: externalId, name, aadhaar: '', pan, phone, email, dob, address };
}
