// node postgres-port.ts http://HOST:PORT: listens on a port of localhost, prints it, and forwards connections until
// the process ends.
import { forwardPort } from '../running-vault/forward-port.ts';

const entry = await forwardPort();
entry.to(new URL(process.argv[2] ?? ''));
process.stdout.write(`${entry.port}\n`);
