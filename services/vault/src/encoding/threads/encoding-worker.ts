import { parentPort } from 'node:worker_threads';
import { answerJob } from '@pii-vault/platform/core/threads/answer-jobs';
import { lowerThreadPriority } from '@pii-vault/platform/core/threads/thread-priority';
import { allocateRows, type EncodedRows } from '../encoded-rows.ts';
import { type RecordEncoder, recordEncoder } from '../record-encoder.ts';
import type { EncodingTask } from './encoding-protocol.ts';
import { type PackedPeople, unpackPeople } from './packed-people.ts';

lowerThreadPriority();

/** A thread that encodes people for matching; it has an encoder for each open scope. */
const encoders = new Map<number, RecordEncoder>();

parentPort?.on('message', (todo: EncodingTask & { readonly job: number }) => {
  switch (todo.does) {
    case 'open':
      encoders.set(todo.scope, recordEncoder(todo.key));
      return;
    case 'close':
      encoders.get(todo.scope)?.wipe();
      encoders.delete(todo.scope);
      return;
    case 'encode':
      answerJob(todo.job, () => encode(todo.scope, todo.people));
      return;
    case 'end':
      for (const encoder of encoders.values()) encoder.wipe();
      parentPort?.close();
  }
});

function encode(scope: number, people: PackedPeople) {
  const encoder = encoders.get(scope);
  if (encoder === undefined) throw new RangeError('The scope is not open');
  const rows = encodedRows(encoder, people);
  return {
    result: rows,
    moved: [rows.keys.buffer, rows.filters.buffer, rows.hints.buffer, rows.codes.buffer],
  };
}

function encodedRows(encoder: RecordEncoder, packed: PackedPeople): EncodedRows {
  const people = unpackPeople(packed);
  const rows = allocateRows(people.length);
  for (const [row, fields] of people.entries()) encoder.encode(fields, rows, row);
  return rows;
}
