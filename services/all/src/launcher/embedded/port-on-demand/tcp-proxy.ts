import { connect, createServer, type Socket } from 'node:net';

/** A local port that forwards connections to another one. */
export interface TcpProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** @param behind resolves to the target port; connections wait for it, and are closed when it rejects */
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
        // A client that disconnected would never close the inner connection.
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

/** Forwards data and the end of one socket to the other. */
function join(from: Socket, to: Socket): void {
  from.on('error', () => to.destroy());
  from.once('close', () => to.end());
  from.pipe(to);
}
