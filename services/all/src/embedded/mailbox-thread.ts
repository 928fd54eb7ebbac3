import { parentPort, workerData } from 'node:worker_threads';
import { MailDev } from 'maildev';

/** The thread of the mailbox: serves on the two ports it is given, says so, and ends when it is told anything. */
const { smtp, web }: { readonly smtp: number; readonly web: number } = workerData;
const mailbox = new MailDev({
  smtp,
  web,
  ip: '127.0.0.1',
  webIp: '127.0.0.1',
  silent: true,
  maxEmails: 500,
});
parentPort?.once('message', () => {
  void mailbox.stop().finally(() => process.exit(0));
});
await mailbox.start();
parentPort?.postMessage('serves');
