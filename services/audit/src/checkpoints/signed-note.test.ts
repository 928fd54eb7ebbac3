import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { formatNote, isSignedBy, type NoteKey, noteKeyHash, parseNote } from './signed-note.ts';

/** golang.org/x/mod/sumdb/note, package documentation: the example key PeterNeumann and its note. */
const PETER: NoteKey = {
  name: 'PeterNeumann',
  publicKey: Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64').subarray(1),
};
const PETER_NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key: NoteKey = {
  name: 'vault.example/audit',
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
};

describe('signed note', () => {
  it("verifies the Go package's published example", () => {
    expect(noteKeyHash(PETER).toString('hex')).toBe('c74f20a3');
    const note = parseNote(PETER_NOTE);
    expect(note !== undefined && isSignedBy(note, PETER)).toBe(true);
  });

  it('fails when any bit of a note is flipped', () => {
    const text = checkpointText({ origin: key.name, size: 1234, root: Buffer.alloc(32, 7) });
    const signature = sign(null, Buffer.from(text), privateKey);
    const note = Buffer.from(formatNote(text, key, signature));
    const accepted = (bytes: Buffer) => {
      const parsed = parseNote(bytes.toString());
      return parsed !== undefined && isSignedBy(parsed, key) ? parsed : undefined;
    };
    expect(accepted(note)?.text).toBe(text);
    for (let bit = 0; bit < note.length * 8; bit += 1) {
      const changed = Buffer.from(note);
      const at = Math.floor(bit / 8);
      changed[at] = (changed[at] ?? 0) ^ (1 << (bit % 8));
      // Only the unused bits at the end of the base64 may differ: they decode to the same signature.
      const parsed = accepted(changed);
      const isSame = parsed?.text === text && parsed.signatures[0]?.signature.equals(signature);
      if (parsed !== undefined && !isSame) expect.fail(`bit ${bit} can be flipped`);
    }
  });

  it('does not verify with another key, nor with the same key under another name', () => {
    const text = checkpointText({ origin: key.name, size: 1, root: Buffer.alloc(32) });
    const note = parseNote(formatNote(text, key, sign(null, Buffer.from(text), privateKey)));
    expect(note !== undefined && isSignedBy(note, PETER)).toBe(false);
    expect(note !== undefined && isSignedBy(note, { ...key, name: 'other' })).toBe(false);
  });

  it('refuses text that is not a note', () => {
    for (const text of ['', 'a\n', 'a\n\n', 'a\n\nb\n', 'a\n\n— x\n', 'a\n\n— x !!!\n', 'a\n\n— x QUJD\n'])
      expect(parseNote(text)).toBeUndefined();
  });
});

describe('checkpoint', () => {
  it('parses what it formats', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: Number.MAX_SAFE_INTEGER }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (size, root) => {
          const checkpoint = { origin: key.name, size, root: Buffer.from(root) };
          expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
        },
      ),
    );
  });

  it('ignores extension lines and refuses other forms', () => {
    const root = Buffer.alloc(32).toString('base64');
    expect(parseCheckpoint(`a\n5\n${root}\nextension\n`)?.size).toBe(5);
    for (const text of [
      `a\n05\n${root}\n`,
      `a\n-1\n${root}\n`,
      `\n5\n${root}\n`,
      'a\n5\nAAAA\n',
      `a\n5\n${root}`,
    ])
      expect(parseCheckpoint(text)).toBeUndefined();
  });
});
