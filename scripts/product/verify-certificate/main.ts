import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openCertificate } from './certificate.ts';

const USAGE = `usage: verify-certificate --key BASE64 [FILE]

Verifies an erasure certificate with the raw Ed25519 public key of the vault's certificate key. FILE is the answer of
GET /api/individuals/{id}/erasure or the note in it; without FILE it is read from standard input.
Exit code 0: genuine. 1: not genuine. 2: could not be checked.`;

/** The text if it is a note, or the note inside an answer of the API. */
function noteOf(text: string): string {
  const found = /"note":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  if (!/^\s*[[{]/.test(text) || found === undefined) return text;
  const note: unknown = JSON.parse(found);
  return String(note);
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  if (values.key === undefined || positionals.length > 1) {
    console.error(USAGE);
    return 2;
  }
  const found = openCertificate(
    noteOf(readFileSync(positionals[0] ?? 0, 'utf8')),
    Buffer.from(values.key, 'base64'),
  );
  if (typeof found === 'string') {
    console.error(`The certificate ${found}.`);
    return 1;
  }
  console.log(`Genuine, signed by ${found.keyName}:`);
  console.log(JSON.stringify(found.statement, undefined, 2));
  console.log(`Older copies can be decrypted until ${found.copiesOpenUntil.toISOString()} at the latest.`);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`The certificate could not be checked: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
