import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MailDev } from 'maildev';
import { guardMailbox } from './mailbox-guard.ts';

/** The mailbox's thread: serves on two free ports, reports them, and stops at the first message. */
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
// The library also writes each mail to a file for its pages "source" and "download", which do not work here: the file
// is removed before the sender gets the acknowledgement.
smtp.on('new', ({ source }) => rmSync(source, { force: true }));
parentPort?.postMessage({ smtp: smtp.getAddress().port, web: api.getAddress()?.port });
