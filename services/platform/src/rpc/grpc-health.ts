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

/** The messages of grpc.health.v1, each of one field. Objects: to grpc-js an empty string is no message. */
interface HealthRequest {
  readonly service: string;
}
interface HealthResponse {
  readonly status: number;
}

const wire = {
  requestSerialize: ({ service }: HealthRequest): Buffer =>
    Buffer.from(new BinaryWriter().uint32(10).string(service).finish()),
  requestDeserialize(bytes: Buffer): HealthRequest {
    const reader = new BinaryReader(bytes);
    let service = '';
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) service = reader.string();
      else reader.skip(tag & 7);
    }
    return { service };
  },
  responseSerialize: ({ status: state }: HealthResponse): Buffer =>
    Buffer.from(new BinaryWriter().uint32(8).int32(state).finish()),
  responseDeserialize(bytes: Buffer): HealthResponse {
    const reader = new BinaryReader(bytes);
    return { status: reader.len === 0 || reader.uint32() !== 8 ? 0 : reader.int32() };
  },
};

/** As https://github.com/grpc/grpc/blob/master/doc/health-checking.md has it. */
export const HealthService = {
  check: { path: '/grpc.health.v1.Health/Check', requestStream: false, responseStream: false, ...wire },
  watch: { path: '/grpc.health.v1.Health/Watch', requestStream: false, responseStream: true, ...wire },
} satisfies ServiceDefinition;

/**
 * Answers for the process ('') and for each gRPC service that it serves. Needs no token: every client that can connect
 * may read the status.
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
    check(call: ServerUnaryCall<HealthRequest, HealthResponse>, callback: sendUnaryData<HealthResponse>) {
      if (!isKnown(call.request.service)) callback({ code: status.NOT_FOUND, details: 'unknown service' });
      else void stateOf(call.request.service).then((state) => callback(null, { status: state }));
    },
    watch(call: ServerWritableStream<HealthRequest, HealthResponse>) {
      void watch(call, () => stateOf(call.request.service), stopping.signal);
    },
  });
  return () => stopping.abort();
}

/** Sends the state at once and then each change, until the watcher leaves or the server stops. */
async function watch(
  call: ServerWritableStream<HealthRequest, HealthResponse>,
  state: () => Promise<number>,
  stopping: AbortSignal,
): Promise<void> {
  let last: number | undefined;
  while (!call.cancelled && !stopping.aborted) {
    const now = await state();
    if (now !== last) call.write({ status: now });
    last = now;
    await rest(call, stopping);
  }
  call.end();
}

async function rest(
  call: ServerWritableStream<HealthRequest, HealthResponse>,
  stopping: AbortSignal,
): Promise<void> {
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
