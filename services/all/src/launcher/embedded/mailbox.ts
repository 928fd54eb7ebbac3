import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { threadEnv } from '@pii-vault/platform/core/threads/thread-env';
import { startedOnDemand } from './port-on-demand/started-on-demand.ts';
import { openTcpProxy } from './port-on-demand/tcp-proxy.ts';

/** The local mailbox: accepts all mail over SMTP, keeps it in memory and shows it on a page. */
export interface Mailbox {
  readonly smtpPort: number;
  /** Contains a secret of this start, required by every request: show it to the user, never log it. */
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
 * Opens two ports. The program behind them takes 1 s of CPU and 140 MB to load, so it starts with the first
 * connection, in a thread that does not block requests. A failed start is retried at the next connection.
 * @param folder used by the mailbox only: content of an earlier run is removed
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

/** Resolves when the thread serves. @throws the error of a failed start */
async function startThread(folder: string, basePath: string): Promise<Running> {
  const file = new URL('./mailbox-thread.ts', import.meta.url);
  // Holds incoming mails, and interrupted ones until the thread ends; private to this user.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const env = { ...threadEnv(), TMPDIR: folder };
  // Its output names ports that users do not use.
  const thread = new Worker(file, { name: 'mailbox', env, stdout: true, workerData: { basePath } });
  thread.stdout.resume();
  // once() would reject on an error and leave the folder.
  const gone = new Promise<void>((resolve) => {
    thread.once('exit', () => resolve());
  });
  const ended = gone.then(() => rm(folder, { recursive: true, force: true }));
  const serves = once(thread, 'message').then(([ports]): Ports => ports);
  const ports = await Promise.race([serves, ended.then(() => Promise.reject(new Error('It ended')))]);
  // A thread that fails later counts as ended; the next connection starts another.
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
