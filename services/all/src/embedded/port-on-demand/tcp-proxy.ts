import { connect, createServer, type Socket } from 'node:net';

/** A port of this machine whose connections lead to another one. */
export interface TcpProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** @param behind resolves to the port that connections lead to; a connection waits for it, and ends when it rejects */
export function openTcpProxy(behind: () => Promise<number>): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer((outer) => {
    keep(outer);
    outer.on('error', () => outer.destroy());
    behind().then(
      (port) => {
        // Who has gone meanwhile would never end it.
        if (outer.destroyed) return;
        const inner = connect(port, '127.0.0.1');
        keep(inner);
        join(outer, inner);
        join(inner, outer);
      },
      () => outer.destroy(),
    );
  });
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      for (const socket of open) socket.destroy();
    });
  return new Promise((opened, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') failed(new Error('The proxy has no port'));
      else opened({ port: address.port, close });
    });
  });
}

/** What comes from one goes to the other, and so does its end. */
function join(from: Socket, to: Socket): void {
  from.on('error', () => to.destroy());
  from.once('close', () => to.end());
  from.pipe(to);
}
