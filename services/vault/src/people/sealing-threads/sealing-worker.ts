import { parentPort } from 'node:worker_threads';
import { answerJob } from '@pii-vault/platform/core/threads/answer-jobs';
import { lowerThreadPriority } from '@pii-vault/platform/core/threads/thread-priority';
import { RandomPool } from '../../keys/envelope/random-pool.ts';
import { sealNewPerson } from '../records/seal-person.ts';
import { unpackNewPeople } from './packed-new-people.ts';
import { packSeals } from './packed-seals.ts';
import type { SealingTask } from './sealing-protocol.ts';

/** A thread that encrypts new people. It stores nothing of a job: each has its own keys. */
const random = new RandomPool();

lowerThreadPriority();

parentPort?.on('message', (todo: SealingTask & { readonly job: number }) => {
  if (todo.does === 'end') {
    parentPort?.close();
    return;
  }
  const { job, keys, people } = todo;
  answerJob(job, () => {
    const result = packSeals(unpackNewPeople(people).map((person) => sealNewPerson(keys, random, person)));
    return { result, moved: [result.bytes.buffer, result.lengths.buffer] };
  });
});
