import { rmSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { MailDev } from 'maildev';

/** The thread of the mailbox: serves on two free ports, says which, and ends when it is told anything. */
const mailbox = new MailDev({
  smtp: 0,
  web: 0,
  ip: '127.0.0.1',
  webIp: '127.0.0.1',
  silent: true,
  maxEmails: 500,
});
parentPort?.once('message', () => {
  void mailbox.stop().finally(() => process.exit(0));
});
const { smtp, api } = await mailbox.start();
// It writes a mail to a file, too, for its pages "source" and "download", which go without: the file is gone before
// the sender is told that the mail arrived.
smtp.on('new', ({ source }) => rmSync(source, { force: true }));
parentPort?.postMessage({ smtp: smtp.getAddress().port, web: api?.getAddress()?.port });
