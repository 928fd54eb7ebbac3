import {
  type ChannelCredentials,
  Client,
  type ClientReadableStream,
  type ClientWritableStream,
  Metadata,
} from '@grpc/grpc-js';
import type { CallHeaders, Channel } from './channel.ts';
import { MAX_WIRE_BYTES } from './definition.ts';
import { fromServiceError } from './grpc-errors.ts';

/** Round robin over all processes that a name resolves to. */
const SERVICE_CONFIG = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });

/**
 * A rolling upgrade replaces every process of a service within seconds. With grpc-js's 30 s a client that started
 * meanwhile would know only processes that have ended. It resolves only after a connection was lost.
 */
const MIN_MS_BETWEEN_RESOLUTIONS = 1_000;

const raw = (bytes: Buffer): Buffer => bytes;

/**
 * The channel between processes.
 * @param address host:port
 * @param peerName the DNS name that the server's certificate must carry, wherever the server is; for TLS
 */
export function grpcChannel(address: string, credentials: ChannelCredentials, peerName?: string): Channel {
  const client = new Client(address, credentials, {
    'grpc.max_receive_message_length': MAX_WIRE_BYTES,
    'grpc.max_send_message_length': MAX_WIRE_BYTES,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.service_config': SERVICE_CONFIG,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.dns_min_time_between_resolutions_ms': MIN_MS_BETWEEN_RESOLUTIONS,
    ...(peerName === undefined ? {} : { 'grpc.ssl_target_name_override': peerName }),
  });
  return {
    isHere: false,
    unary: (headers, request) => unary(client, headers, request),
    serverStream: (headers, request) => serverStream(client, headers, request),
    clientStream: (headers, requests) => clientStream(client, headers, requests),
    async close() {
      client.close();
    },
  };
}

function unary(client: Client, headers: CallHeaders, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      headers.path,
      raw,
      raw,
      request,
      metadataOf(headers),
      { deadline: headers.deadlineAt },
      answered(resolve, reject),
    );
    cancelWith(headers.signal, call);
  });
}

async function* serverStream(client: Client, headers: CallHeaders, request: Buffer): AsyncIterable<Buffer> {
  const call: ClientReadableStream<Buffer> = client.makeServerStreamRequest(
    headers.path,
    raw,
    raw,
    request,
    metadataOf(headers),
    { deadline: headers.deadlineAt },
  );
  cancelWith(headers.signal, call);
  try {
    for await (const bytes of call) yield bytes;
  } catch (error) {
    throw fromServiceError(error);
  } finally {
    call.cancel();
  }
}

function clientStream(
  client: Client,
  headers: CallHeaders,
  requests: AsyncIterable<Buffer>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = client.makeClientStreamRequest(
      headers.path,
      raw,
      raw,
      metadataOf(headers),
      { deadline: headers.deadlineAt },
      answered(resolve, reject),
    );
    cancelWith(headers.signal, call);
    call.on('error', () => {});
    pump(call, requests).catch((error: unknown) => {
      call.cancel();
      reject(error);
    });
  });
}

function answered(resolve: (bytes: Buffer) => void, reject: (error: unknown) => void) {
  return (error: Error | null, response?: Buffer) => {
    if (error === null && response !== undefined) resolve(response);
    else reject(fromServiceError(error));
  };
}

function metadataOf(headers: CallHeaders): Metadata {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(headers.metadata)) metadata.set(key, value);
  return metadata;
}

function cancelWith(signal: AbortSignal, call: { cancel(): void }): void {
  if (signal.aborted) call.cancel();
  else signal.addEventListener('abort', () => call.cancel(), { once: true });
}

/** Writes at the pace the server reads; a server that has ended the call early ends the pump. */
async function pump(call: ClientWritableStream<Buffer>, requests: AsyncIterable<Buffer>): Promise<void> {
  const ended = new Promise<false>((resolve) => {
    call.once('status', () => resolve(false));
    call.once('error', () => resolve(false));
  });
  for await (const bytes of requests) {
    if (call.write(bytes)) continue;
    const open = await Promise.race([
      new Promise((resolve) => call.once('drain', () => resolve(true))),
      ended,
    ]);
    if (open === false) return;
  }
  call.end();
}
