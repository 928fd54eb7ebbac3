import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { freePort } from '@pii-vault/platform/db/embedded-postgres';
import { threadEnv } from '@pii-vault/platform/process/thread-env';
import { openDoor } from './door.ts';

/** The local mailbox: takes every mail over SMTP, keeps it in memory, shows it on a page. */
export interface Mailbox {
  readonly smtpPort: number;
  readonly address: string;
  stop(): Promise<void>;
}

interface Running {
  readonly smtp: number;
  readonly web: number;
  stop(): Promise<void>;
}

/**
 * Opens its two ports. The program behind them takes a second of CPU to load and 140 MB: it starts with the first
 * connection, in a thread, so that requests go on meanwhile. One that does not start is tried again at the next.
 */
export async function startMailbox(): Promise<Mailbox> {
  let running: Promise<Running> | undefined;
  const run = () =>
    (running ??= runThread(() => {
      running = undefined;
    }));
  const smtp = await openDoor(async () => (await run()).smtp);
  const web = await openDoor(async () => (await run()).web);
  return {
    smtpPort: smtp.port,
    address: `http://localhost:${web.port}`,
    async stop() {
      await Promise.all([smtp.close(), web.close()]);
      const last = await running?.catch(() => undefined);
      await last?.stop();
    },
  };
}

/** Resolves when it serves. @throws what kept it from starting */
async function runThread(ended: () => void): Promise<Running> {
  const ports = { smtp: await freePort(), web: await freePort() };
  const file = new URL('./mailbox-thread.ts', import.meta.url);
  // It prints where it listens, which is not where users go.
  const options = { name: 'mailbox', env: threadEnv(), workerData: ports, stdout: true };
  const thread = new Worker(file, options);
  thread.stdout.resume();
  const gone = new Promise<void>((resolve) => {
    thread.once('exit', resolve);
  });
  void gone.then(ended);
  await Promise.race([once(thread, 'message'), gone.then(() => Promise.reject(new Error('It ended')))]);
  // One that fails later has ended, and the next connection starts another.
  thread.on('error', () => undefined);
  return {
    ...ports,
    async stop() {
      thread.postMessage('stop');
      await gone;
    },
  };
}
