import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isReviewStatement, isSnapshotOf, openCertificate } from './certificate.ts';

const USAGE = `usage: verify-certificate --key BASE64 [FILE]

Verifies an erasure certificate or the evidence of an access review with the raw Ed25519 public key of the vault's
certificate key. FILE is the answer of GET /api/individuals/{id}/erasure or the note in it, or the answer of
GET /api/access-reviews/{id}/evidence; without FILE it is read from standard input.
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
  const text = readFileSync(positionals[0] ?? 0, 'utf8');
  const found = openCertificate(noteOf(text), Buffer.from(values.key, 'base64'));
  if (typeof found === 'string') {
    console.error(`The certificate ${found}.`);
    return 1;
  }
  const { keyName, statement, copiesOpenUntil } = found;
  if (isReviewStatement(statement) && !isSnapshotOf(statement, JSON.parse(text).snapshot)) {
    console.error('The certificate is genuine, but the lines in the file are not those that it states.');
    return 1;
  }
  console.log(`Genuine, signed by ${keyName}:`);
  console.log(JSON.stringify(statement, undefined, 2));
  console.log(
    copiesOpenUntil === undefined
      ? 'The lines in the file are those that it states.'
      : `Older copies can be decrypted until ${copiesOpenUntil.toISOString()} at the latest.`,
  );
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`The certificate could not be checked: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
