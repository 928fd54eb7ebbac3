import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadEnv } from '@pii-vault/platform/process/thread-env';
import { startedOnDemand } from './started-on-demand.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** The local mailbox: takes every mail over SMTP, keeps it in memory, shows it on a page. No mail stays on a disk. */
export interface Mailbox {
  readonly smtpPort: number;
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
 */
export async function startMailbox(): Promise<Mailbox> {
  const thread = startedOnDemand(startThread);
  const smtp = await openTcpProxy(async () => (await thread.get()).smtp);
  const web = await openTcpProxy(async () => (await thread.get()).web);
  return {
    smtpPort: smtp.port,
    address: `http://localhost:${web.port}`,
    async stop() {
      await Promise.all([smtp.close(), web.close()]);
      const last = await thread.current()?.catch(() => undefined);
      await last?.stop();
    },
  };
}

/** Resolves when it serves. @throws what kept it from starting */
async function startThread(): Promise<Running> {
  const file = new URL('./mailbox-thread.ts', import.meta.url);
  // Where mails lie while they come in; nobody else may look.
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-mailbox-'));
  const env = { ...threadEnv(), TMPDIR: folder };
  // It prints where it listens, which is not where users go.
  const thread = new Worker(file, { name: 'mailbox', env, stdout: true });
  thread.stdout.resume();
  const ended = once(thread, 'exit').then(() => rm(folder, { recursive: true, force: true }));
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
