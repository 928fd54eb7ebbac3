import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '../postgres/connection.ts';

/** A proxy without TLS before PostgreSQL that can delay the server's answers. */
export interface HoldingProxy {
  readonly address: DatabaseAddress;
  /** Delays answers from now on. */
  hold(): void;
  /** Text that clients have sent since hold(). */
  held(): string;
  letGo(): void;
  /** Call it after its clients have disconnected. */
  close(): Promise<void>;
}

export async function holdingProxy({ host, port, database }: DatabaseAddress): Promise<HoldingProxy> {
  const pairs = new Map<Socket, Socket>();
  let sent = '';
  const proxy = createServer((client) => {
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    pairs.set(server, client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1');
      server.write(chunk);
    });
    client.on('close', () => server.end());
    server.pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: own } = proxy.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port: own, database },
    hold() {
      sent = '';
      for (const [server, client] of pairs) server.unpipe(client);
    },
    held: () => sent,
    letGo() {
      for (const [server, client] of pairs) server.pipe(client);
    },
    close: () => new Promise((resolve) => proxy.close(() => resolve())),
  };
}
