import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ranges: Linux from 32,768, others from 49,152. */
const [LOWEST, HIGHEST] = [15_000, 32_000];

const given = new Set<number>();

/**
 * A free TCP port of 127.0.0.1 for a server that starts later. It lies outside of the ephemeral range: an outgoing
 * connection of another process may take an ephemeral port first. Within a process each port is returned once.
 * `except`: ports kept for servers that do not listen yet.
 */
export async function freePort(except: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port) || except.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
