import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

const OK = '+OK\r\n';
const TIMEOUT_MS = 10_000;

/**
 * Sends a command to the Redis of a vault with separate processes.
 * @returns the answer as on the wire (RESP)
 * @throws Error if Redis cannot be reached, is silent for ten seconds or refuses the login
 */
export async function sendToRedis(dataDir: string, command: string): Promise<string> {
  const url = new URL(await readFile(join(dataDir, 'parts/redis/url'), 'utf8'));
  const received = await new Promise<string>((done, failed) => {
    const socket = connect(Number(url.port), url.hostname, () =>
      socket.write(`AUTH ${url.password}\r\n${command}\r\nQUIT\r\n`),
    );
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.setTimeout(TIMEOUT_MS, () =>
      socket.destroy(new Error(`Redis did not answer within ${TIMEOUT_MS / 1_000} s`)),
    );
    socket.on('error', failed);
    socket.on('close', () => done(text));
  });
  const isComplete = received.length > OK.length && received.startsWith(OK) && received.endsWith(OK);
  if (!isComplete) throw new Error(`Redis sent an incomplete answer: ${received}`);
  return received.slice(OK.length, -OK.length);
}
