import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Metadata,
  Server,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { addCarrier } from './carrier/carrier-server.ts';
import type { CallHeaders } from './channel.ts';
import { grpcServiceOf, MAX_WIRE_BYTES } from './definition.ts';
import type { Dispatcher } from './dispatcher.ts';
import { toServiceError } from './grpc-errors.ts';
import { addHealth } from './grpc-health.ts';
import { peersByConnection } from './grpc-js-internals/peer-names.ts';
import { ENDED, LazyHeaders, LazySignal } from './lazy-signal.ts';
import type { RenewableTls } from './renewable-tls.ts';
import type { ServedMethod } from './serve.ts';
import { serverCredentials } from './tls.ts';
import type { TlsMaterial } from './tls-material.ts';

/** After it a client reconnects and finds processes that were started since. Running calls continue. */
const CONNECTION_AGE_MS = 300_000;

const raw = (bytes: Buffer): Buffer => bytes;
const wire = {
  requestSerialize: raw,
  requestDeserialize: raw,
  responseSerialize: raw,
  responseDeserialize: raw,
};

export interface RunningGrpcServer {
  readonly port: number;
  /** Stops accepting and waits for the calls that run; after `graceMs` it cuts them off. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Serves a dispatcher and grpc.health.v1 over gRPC. No reflection.
 * @param ready the state that the health service reports; default: always serving
 */
export async function startGrpcServer(
  dispatcher: Dispatcher,
  address: string,
  tls: TlsMaterial | RenewableTls | undefined,
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<RunningGrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_WIRE_BYTES,
    'grpc.max_send_message_length': MAX_WIRE_BYTES,
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
  });
  const peersOf = peersByConnection(tls !== undefined);
  const headersOf = headersReader(peersOf);
  for (const { definition } of dispatcher.methods)
    server.addService(
      { call: { ...definition, ...wire } },
      implementation(dispatcher, definition, headersOf),
    );
  addCarrier(server, dispatcher, peersOf);
  const served = new Set(dispatcher.methods.map(({ definition }) => grpcServiceOf(definition.path)));
  const endWatches = addHealth(server, served, ready);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, serverCredentials(tls), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    stop(graceMs) {
      endWatches();
      return stop(server, graceMs);
    },
  };
}

function implementation(
  dispatcher: Dispatcher,
  { path, requestStream, responseStream }: ServedMethod['definition'],
  headersOf: HeadersOf,
): UntypedServiceImplementation {
  if (requestStream) return { call: clientStreaming(dispatcher, path, headersOf) };
  const serve = responseStream ? serverStreaming : unary;
  return { call: serve(dispatcher, path, headersOf) };
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.forceShutdown(), graceMs);
    server.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}

interface AnyCall {
  readonly metadata: Metadata;
  getDeadline(): Date | number;
  getAuthContext(): { readonly sslPeerCertificate?: { readonly subjectaltname?: string } } | null;
  on(event: 'cancelled', listener: () => void): unknown;
}

type PeersOf = ReturnType<typeof peersByConnection>;
type HeadersOf = (path: string, call: AnyCall) => CallHeaders;

function headersReader(peersOf: PeersOf): HeadersOf {
  return (path, call) => {
    const own = new LazySignal();
    // grpc-js emits it for every call that has ended.
    call.on('cancelled', () => own.abort(ENDED));
    const metadata: Record<string, string> = {};
    for (const [key, value] of Object.entries(call.metadata.getMap())) metadata[key] = value.toString();
    const peers = peersOf(call);
    return new LazyHeaders(
      { path, metadata, deadlineAt: Number(call.getDeadline()), ...(peers === undefined ? {} : { peers }) },
      own,
    );
  };
}

function unary(dispatcher: Dispatcher, path: string, headersOf: HeadersOf): handleUnaryCall<Buffer, Buffer> {
  return (call, callback) => {
    dispatcher.unary(headersOf(path, call), call.request).then(
      (response) => callback(null, response),
      (error: unknown) => callback(toServiceError(error)),
    );
  };
}

function clientStreaming(
  dispatcher: Dispatcher,
  path: string,
  headersOf: HeadersOf,
): handleClientStreamingCall<Buffer, Buffer> {
  return (call, callback) => {
    dispatcher.clientStream(headersOf(path, call), call).then(
      (response) => callback(null, response),
      (error: unknown) => callback(toServiceError(error)),
    );
  };
}

function serverStreaming(
  dispatcher: Dispatcher,
  path: string,
  headersOf: HeadersOf,
): handleServerStreamingCall<Buffer, Buffer> {
  return (call) => {
    const headers = headersOf(path, call);
    drainTo(call, dispatcher.serverStream(headers, call.request), headers.signal).catch((error: unknown) => {
      call.emit('error', toServiceError(error));
    });
  };
}

async function drainTo(
  call: ServerWritableStream<Buffer, Buffer>,
  messages: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  for await (const bytes of messages) {
    if (signal.aborted) return;
    if (call.write(bytes)) continue;
    await new Promise<void>((resolve) => {
      call.once('drain', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  call.end();
}
