import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MailDev } from 'maildev';
import { guardMailbox } from './mailbox-guard.ts';

/** The thread of the mailbox: serves on two free ports, reports them, and ends at any message. */
const basePath: string = workerData.basePath;
const mailbox = new MailDev({
  smtp: 0,
  web: 0,
  ip: '127.0.0.1',
  webIp: '127.0.0.1',
  basePathname: basePath,
  silent: true,
  maxEmails: 500,
});
parentPort?.once('message', () => {
  void mailbox.stop().finally(() => process.exit(0));
});
const { smtp, api } = await mailbox.start();
if (api === undefined) throw new Error('The mailbox has no web server');
guardMailbox(api.server.server, basePath);
// It writes a mail to a file, too, for its pages "source" and "download", which go without: the file is gone before
// the sender is told that the mail arrived.
smtp.on('new', ({ source }) => rmSync(source, { force: true }));
parentPort?.postMessage({ smtp: smtp.getAddress().port, web: api.getAddress()?.port });
