import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { threadEnv } from '@pii-vault/platform/process/thread-env';
import { startedOnDemand } from './port-on-demand/started-on-demand.ts';
import { openTcpProxy } from './port-on-demand/tcp-proxy.ts';

/** The local mailbox: takes every mail over SMTP, keeps it in memory, shows it on a page. */
export interface Mailbox {
  readonly smtpPort: number;
  /** Holds a secret of this start, without which it answers nothing: for the user's eyes, never for a log. */
  readonly address: string;
  stop(): Promise<void>;
}

interface Ports {
  readonly smtp: number;
  readonly web: number;
}

interface Running extends Ports {
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens its two ports. The program behind them takes a second of CPU to load and 140 MB: it starts with the first
 * connection, in a thread, so that requests go on meanwhile. One that does not start is tried again at the next.
 * @param folder its own: what an earlier one left there is removed
 */
export async function startMailbox(folder: string): Promise<Mailbox> {
  await rm(folder, { recursive: true, force: true });
  const basePath = `/${randomBytes(16).toString('base64url')}`;
  const thread = startedOnDemand(() => startThread(folder, basePath));
  const smtp = await openTcpProxy(async () => (await thread.get()).smtp);
  const web = await openTcpProxy(async () => (await thread.get()).web);
  return {
    smtpPort: smtp.port,
    // Not localhost: another program could listen on the same port of ::1.
    address: `http://127.0.0.1:${web.port}${basePath}/`,
    async stop() {
      await Promise.all([smtp.close(), web.close()]);
      const last = await thread.current()?.catch(() => undefined);
      await last?.stop();
    },
  };
}

/** Resolves when it serves. @throws what kept it from starting */
async function startThread(folder: string, basePath: string): Promise<Running> {
  const file = new URL('./mailbox-thread.ts', import.meta.url);
  // A mail lies here while it comes in, what has come of one that breaks off until the end; nobody else may look.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const env = { ...threadEnv(), TMPDIR: folder };
  // It prints where it listens, which is not where users go.
  const thread = new Worker(file, { name: 'mailbox', env, stdout: true, workerData: { basePath } });
  thread.stdout.resume();
  // once() would reject at an error, and leave the folder there.
  const gone = new Promise<void>((resolve) => {
    thread.once('exit', () => resolve());
  });
  const ended = gone.then(() => rm(folder, { recursive: true, force: true }));
  const serves = once(thread, 'message').then(([ports]): Ports => ports);
  const ports = await Promise.race([serves, ended.then(() => Promise.reject(new Error('It ended')))]);
  // One that fails later has ended, and the next connection starts another.
  thread.on('error', () => undefined);
  return {
    ...ports,
    ended,
    async stop() {
      thread.postMessage('stop');
      await ended;
    },
  };
}
