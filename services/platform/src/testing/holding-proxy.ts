import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '../db/connection.ts';

/** PostgreSQL behind a proxy that can hold back what the server answers. */
export interface HoldingProxy {
  readonly address: DatabaseAddress;
  /** From now on nothing is answered. */
  hold(): void;
  /** What clients have sent since then. */
  held(): string;
  letGo(): void;
  /** When its clients are gone. */
  close(): Promise<void>;
}

export async function holdingProxy({ host, port, database }: DatabaseAddress): Promise<HoldingProxy> {
  const servers = new Set<Socket>();
  let sent = '';
  const proxy = createServer((client) => {
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    servers.add(server);
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1');
    });
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: own } = proxy.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port: own, database },
    hold() {
      sent = '';
      for (const server of servers) server.pause();
    },
    held: () => sent,
    letGo() {
      for (const server of servers) server.resume();
    },
    close: () => new Promise((resolve) => proxy.close(() => resolve())),
  };
}
