import { describe, expect, it } from 'vitest';
import { checkCheckpointText, checkpointKeyName, noteKeyHash } from './checkpoint-key.ts';

const NAME = 'pii-vault-0a1b2c3d/audit';
const ROOT = `${'A'.repeat(43)}=`;

describe('checkpoint key', () => {
  it('has a name that signed-note allows', () => {
    const name = checkpointKeyName('0a1b2c3d-0000-4000-8000-000000000000');
    expect(name).toBe(NAME);
    expect(name).not.toMatch(/[\s+]/);
  });

  it('hashes like the example of golang.org/x/mod/sumdb/note', () => {
    // PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW: name, hash, base64(algorithm ‖ key).
    const encoded = Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64');
    expect(noteKeyHash('PeterNeumann', encoded.subarray(1)).toString('hex')).toBe('c74f20a3');
  });

  it.each([`${NAME}\n0\n${ROOT}\n`, `${NAME}\n1234\n${ROOT}\ntime 5\n`])('accepts a checkpoint', (text) => {
    expect(() => checkCheckpointText(Buffer.from(text), NAME)).not.toThrow();
  });

  it.each([
    ['nothing', ''],
    ['another origin', `other\n1\n${ROOT}\n`],
    ['no final LF', `${NAME}\n1\n${ROOT}`],
    ['a blank line, which would start the signatures', `${NAME}\n1\n${ROOT}\n\n`],
    ['a size with a leading zero', `${NAME}\n01\n${ROOT}\n`],
    ['a root of another length', `${NAME}\n1\nAAAA\n`],
    ['too much', `${NAME}\n1\n${ROOT}\n${'x'.repeat(4096)}\n`],
  ])('refuses %s', (_what, text) => {
    const refusal = expect.objectContaining({ reason: 'CHECKPOINT_TEXT' });
    expect(() => checkCheckpointText(Buffer.from(text), NAME)).toThrow(refusal);
  });

  it('refuses bytes that are not UTF-8', () => {
    const text = Buffer.concat([Buffer.from(`${NAME}\n1\n${ROOT}\n`), Buffer.of(0xff, 0x0a)]);
    expect(() => checkCheckpointText(text, NAME)).toThrow(/UTF-8/);
  });
});
