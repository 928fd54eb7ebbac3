import type { Server, ServerWritableStream } from '@grpc/grpc-js';
import {
  type CarriedAnswer,
  type CarriedCall,
  CarrierService,
  type CarryRequest,
  type CarryResponse,
} from '@pii-vault/proto/platform/v1/carrier';
import { AppError, unimplemented } from '../../core/errors/app-error.ts';
import type { CallHeaders } from '../channel.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { toServiceError } from '../grpc-errors.ts';
import { ENDED, LazyHeaders, LazySignal } from '../lazy-signal.ts';
import { withDeadline } from '../with-deadline.ts';
import { toCarried } from './carried-failure.ts';
import { assertFew, assertMetadata } from './limits.ts';

type Carry = ServerWritableStream<CarryRequest, CarryResponse>;
type Peers = CallHeaders['peers'];

/** Answers that are ready travel together up to so many bytes. */
const MESSAGE_BYTES = 262_144;

/** Serves calls that came together as if each had come alone. */
export function addCarrier(server: Server, dispatcher: Dispatcher, peersOf: (call: Carry) => Peers): void {
  const carried = new Set(
    dispatcher.methods.flatMap(({ definition: { path, requestStream, responseStream } }) =>
      requestStream || responseStream ? [] : [path],
    ),
  );
  const answer = async (headers: CallHeaders, request: Buffer): Promise<CarriedAnswer['outcome']> => {
    try {
      assertMetadata(headers.metadata);
      if (!carried.has(headers.path)) throw unimplemented('UNIMPLEMENTED', 'There is no such call');
      const value = await withDeadline(headers, (bounded) => dispatcher.unary(bounded, request));
      return { $case: 'response', value };
    } catch (thrown) {
      return { $case: 'failure', value: toCarried(AppError.from(thrown)) };
    }
  };
  server.addService(CarrierService, {
    carry(call: Carry) {
      const ended = new LazySignal();
      call.on('cancelled', () => ended.abort(ENDED));
      const { calls } = call.request;
      try {
        assertFew(calls);
      } catch (thrown) {
        call.emit('error', toServiceError(thrown));
        return;
      }
      const answers = gathered(call, calls.length);
      const peers = peersOf(call);
      for (const [at, one] of calls.entries())
        void answer(headersOf(one, peers, ended), one.request).then((outcome) =>
          answers.add({ call: at, outcome }),
        );
    },
  });
}

function headersOf({ path, metadata, timeoutMs }: CarriedCall, peers: Peers, ended: LazySignal): CallHeaders {
  const deadlineAt = Date.now() + timeoutMs;
  return new LazyHeaders({ path, metadata, deadlineAt, ...(peers === undefined ? {} : { peers }) }, ended);
}

/** Writes all answers of one turn of the event loop as one message, and ends the stream after the last. */
function gathered(call: Carry, expected: number) {
  let left = expected;
  let ready: CarriedAnswer[] = [];
  let bytes = 0;
  const flush = () => {
    if (ready.length > 0) call.write({ answers: ready });
    ready = [];
    bytes = 0;
    if (left === 0) call.end();
  };
  if (left === 0) flush();
  return {
    add(answer: CarriedAnswer) {
      const size = sizeOf(answer);
      if (ready.length > 0 && bytes + size > MESSAGE_BYTES) flush();
      if (ready.length === 0) setImmediate(flush);
      ready.push(answer);
      bytes += size;
      left -= 1;
    },
  };
}

function sizeOf({ outcome }: CarriedAnswer): number {
  if (outcome?.$case !== 'failure') return outcome?.value.length ?? 0;
  return outcome.value.message.length + outcome.value.details.length;
}
