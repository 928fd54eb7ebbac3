import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

const OK = '+OK\r\n';
const PATIENCE_MS = 10_000;

/**
 * What the Redis that the launcher keeps for a vault whose processes are apart answers to a command, as it is on the wire
 * (RESP). @throws Error when it cannot be reached, says nothing for
 * ten seconds or lets nobody in
 */
export async function askRedis(dataDir: string, command: string): Promise<string> {
  const url = new URL(await readFile(join(dataDir, 'parts/redis/url'), 'utf8'));
  const said = await new Promise<string>((done, failed) => {
    const socket = connect(Number(url.port), url.hostname, () =>
      socket.write(`AUTH ${url.password}\r\n${command}\r\nQUIT\r\n`),
    );
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`Redis has said nothing for ${PATIENCE_MS / 1_000} s`)),
    );
    socket.on('error', failed);
    socket.on('close', () => done(text));
  });
  const isWhole = said.length > OK.length && said.startsWith(OK) && said.endsWith(OK);
  if (!isWhole) throw new Error(`Redis did not answer: ${said}`);
  return said.slice(OK.length, -OK.length);
}
