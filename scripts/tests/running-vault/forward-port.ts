import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ForwardedPort {
  /** Address on which it listens. */
  readonly port: number;
  /** Sends connections from now on to this address. */
  to(address: URL): void;
  close(): Promise<void>;
}

/** Forwards a loopback port to another address, because a browser trusts plain HTTP only on the loopback. */
export async function forwardPort(): Promise<ForwardedPort> {
  let target: URL | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    if (target === undefined) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // A failure of one end closes the other.
      socket.on('error', () => {
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    to: (address) => {
      target = address;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
