// node first-administrator.ts ADDRESS EMAIL FILE <SETUP-CODE: creates the first administrator of a vault, with the
// password in FILE.
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { generatedPassword } from '@pii-vault/all/demo-data/sign-in';
import { createClient } from '@pii-vault/contract/client';

const [address = '', email = '', file = ''] = process.argv.slice(2);
const setupCode = (await text(process.stdin)).trim();
const password = generatedPassword();
await createClient({ baseUrl: `${address}/api` }).call('POST /auth/setup-admin', {
  body: { firstName: 'Drill', lastName: 'Administrator', email, password, setupCode },
});
await writeFile(file, password, { mode: 0o600 });
