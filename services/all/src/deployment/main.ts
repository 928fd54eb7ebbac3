// The setup container: creates keys, certificates and passwords of the other containers once, in their volumes.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { makeCertificates } from './make-certificates.ts';
import { makePasswords } from './make-passwords.ts';
import { makeToken } from './make-token.ts';
import { openVolumes } from './volumes.ts';

const { values } = parseArgs({ options: { root: { type: 'string', default: '/volumes' } } });
const volumes = await openVolumes(values.root);
await makePasswords(volumes);
const areNew = await makeCertificates(volumes);
await makeToken(volumes, `${values.root}/crypto-data`, tmpdir());
process.stdout.write(
  areNew
    ? 'Keys and certificates were created. Restart containers that already ran: docker compose restart\n'
    : 'Keys and certificates exist already.\n',
);
