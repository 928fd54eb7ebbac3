import {
  type ChannelCredentials,
  Client,
  type ClientReadableStream,
  type ClientWritableStream,
  Metadata,
} from '@grpc/grpc-js';
import type { CallHeaders, Channel } from './channel.ts';
import { MAX_MESSAGE_BYTES } from './definition.ts';
import { fromServiceError } from './grpc-errors.ts';

const raw = (bytes: Buffer): Buffer => bytes;

/**
 * The channel between processes.
 * @param address host:port
 */
export function grpcChannel(address: string, credentials: ChannelCredentials): Channel {
  const client = new Client(address, credentials, {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
  return {
    unary: (headers, request) =>
      new Promise((resolve, reject) => {
        const call = client.makeUnaryRequest(
          headers.path,
          raw,
          raw,
          request,
          metadataOf(headers),
          { deadline: headers.deadlineAt },
          (error, response) => {
            if (error === null && response !== undefined) resolve(response);
            else reject(fromServiceError(error));
          },
        );
        cancelWith(headers.signal, call);
      }),
    async *serverStream(headers, request) {
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
    },
    clientStream: (headers, requests) =>
      new Promise((resolve, reject) => {
        const call = client.makeClientStreamRequest(
          headers.path,
          raw,
          raw,
          metadataOf(headers),
          { deadline: headers.deadlineAt },
          (error: Error | null, response?: Buffer) => {
            if (error === null && response !== undefined) resolve(response);
            else reject(fromServiceError(error));
          },
        );
        cancelWith(headers.signal, call);
        call.on('error', () => {});
        pump(call, requests).catch((error: unknown) => {
          call.cancel();
          reject(error);
        });
      }),
    async close() {
      client.close();
    },
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
