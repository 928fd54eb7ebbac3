import { connect, type Socket } from 'node:net';

/**
 * Sends JSON over keep-alive connections (RFC 9112; only answers with Content-Length). Not node:http, because the load
 * generator shares two cores with the vault: a call costs node:http as much as two calls cost the vault.
 */
export interface HttpClient {
  /**
   * @param idempotencyKey for a request that must take effect once
   * @throws Error with the status if it is not 2xx, or if the connection breaks
   */
  send(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<string>;
  close(): void;
}

export function httpClient(address: string, bearer: string): HttpClient {
  const { hostname, port, host } = new URL(address);
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const open = () => {
    const connection = openConnection(hostname, Number(port));
    all.add(connection);
    return connection;
  };
  return {
    async send(method, path, body, idempotencyKey) {
      const payload = body === undefined ? '' : JSON.stringify(body);
      const type = payload === '' ? '' : `Content-Type: application/json\r\n`;
      const length = payload === '' ? '' : `Content-Length: ${Buffer.byteLength(payload)}\r\n`;
      const once = idempotencyKey === undefined ? '' : `Idempotency-Key: ${idempotencyKey}\r\n`;
      const head = `${method} /api${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bearer}\r\n${type}${length}${once}\r\n`;
      // The gateway closes idle connections after a while.
      let connection = idle.pop() ?? open();
      while (connection.isClosed()) connection = idle.pop() ?? open();
      const { status, text } = await connection.exchange(head + payload);
      idle.push(connection);
      if (status >= 200 && status < 300) return text;
      throw new Error(`${method} ${path} answered ${status}: ${text}`);
    },
    close() {
      for (const connection of all) connection.close();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Connection {
  /** One request at a time. */
  exchange(request: string): Promise<Answer>;
  isClosed(): boolean;
  close(): void;
}

function openConnection(host: string, port: number): Connection {
  const socket: Socket = connect({ host, port, noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<Answer> | undefined;
  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const answer = readAnswer(received);
    if (answer === undefined) return;
    received = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  const fail = (error?: Error) => waiting?.reject(error ?? new Error('The connection was closed'));
  socket.on('error', fail);
  socket.on('close', () => fail());
  return {
    exchange(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    isClosed: () => socket.closed,
    close: () => socket.destroy(),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Undefined until the answer is complete. @throws Error for an answer without Content-Length */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('The answer has no Content-Length');
  const from = end + HEAD_END.length;
  if (bytes.length < from + Number(length)) return undefined;
  return { status: Number(head.slice(9, 12)), text: bytes.toString('utf8', from, from + Number(length)) };
}
