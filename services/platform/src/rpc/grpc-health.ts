import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import {
  type Server,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';

/** grpc.health.v1.HealthCheckResponse.ServingStatus. */
const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

/** How often a watcher's service is looked at. */
const WATCH_MS = 1_000;

/** The messages of grpc.health.v1: a service name as field 1, a status as field 1. */
const wire = {
  requestSerialize: (service: string): Buffer =>
    Buffer.from(new BinaryWriter().uint32(10).string(service).finish()),
  requestDeserialize(bytes: Buffer): string {
    const reader = new BinaryReader(bytes);
    let service = '';
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) service = reader.string();
      else reader.skip(tag & 7);
    }
    return service;
  },
  responseSerialize: (state: number): Buffer =>
    Buffer.from(new BinaryWriter().uint32(8).int32(state).finish()),
  responseDeserialize(bytes: Buffer): number {
    const reader = new BinaryReader(bytes);
    return reader.len === 0 || reader.uint32() !== 8 ? 0 : reader.int32();
  },
};

/** As https://github.com/grpc/grpc/blob/master/doc/health-checking.md has it. */
export const HealthService = {
  check: { path: '/grpc.health.v1.Health/Check', requestStream: false, responseStream: false, ...wire },
  watch: { path: '/grpc.health.v1.Health/Watch', requestStream: false, responseStream: true, ...wire },
} satisfies ServiceDefinition;

/**
 * Answers for the process ('') and for each gRPC service it serves. It asks for no token: who may connect may know.
 * @param ready rejects while requests cannot be served
 * @returns ends the watches, which would hold up a shutdown
 */
export function addHealth(
  server: Server,
  served: ReadonlySet<string>,
  ready: () => Promise<void>,
): () => void {
  const stopping = new AbortController();
  const isKnown = (service: string) => service === '' || served.has(service);
  const stateOf = async (service: string): Promise<number> => {
    if (!isKnown(service)) return SERVICE_UNKNOWN;
    return ready().then(
      () => SERVING,
      () => NOT_SERVING,
    );
  };
  server.addService(HealthService, {
    check(call: ServerUnaryCall<string, number>, callback: sendUnaryData<number>) {
      if (!isKnown(call.request)) callback({ code: status.NOT_FOUND, details: 'unknown service' });
      else void stateOf(call.request).then((state) => callback(null, state));
    },
    watch(call: ServerWritableStream<string, number>) {
      void watch(call, () => stateOf(call.request), stopping.signal);
    },
  });
  return () => stopping.abort();
}

/** Tells the state at once and then each change, until the watcher goes or the server stops. */
async function watch(
  call: ServerWritableStream<string, number>,
  state: () => Promise<number>,
  stopping: AbortSignal,
): Promise<void> {
  let last: number | undefined;
  while (!call.cancelled && !stopping.aborted) {
    const now = await state();
    if (now !== last) call.write(now);
    last = now;
    await rest(call, stopping);
  }
  call.end();
}

async function rest(call: ServerWritableStream<string, number>, stopping: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, WATCH_MS);
  call.once('cancelled', end);
  stopping.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  call.off('cancelled', end);
  stopping.removeEventListener('abort', end);
}
