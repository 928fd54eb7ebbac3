import { createServer, type Socket } from 'node:net';

export interface SmtpSink {
  readonly port: number;
  readonly arrived: readonly { readonly to: string; readonly content: string }[];
  close(): Promise<void>;
}

/** An SMTP server that accepts and keeps every mail, with a minimal part of RFC 5321. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const arrived: { to: string; content: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, (to, content) => arrived.push({ to, content }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    arrived,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, keep: (to: string, content: string) => void): void {
  let buffered = '';
  let to = '';
  let isData = false;
  socket.on('error', () => undefined);
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1');
    for (;;) {
      const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffered.slice(0, end);
      buffered = buffered.slice(end + (isData ? 5 : 2));
      if (isData) keep(to, part);
      else if (/^RCPT/i.test(part)) to = /<(.*)>/.exec(part)?.[1] ?? '';
      const startsData = !isData && /^DATA/i.test(part);
      if (!isData && /^STARTTLS/i.test(part)) socket.write('502 not here\r\n');
      else socket.write(startsData ? '354 go on\r\n' : '250 ok\r\n');
      isData = startsData;
    }
  });
}
