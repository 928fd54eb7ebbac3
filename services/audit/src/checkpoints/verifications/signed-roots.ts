import type { Database } from '@pii-vault/platform/postgres/database';
import { parseCheckpoint } from '../checkpoint.ts';
import type { CheckpointFile } from '../checkpoint-file.ts';
import { checkpointsAfter } from '../checkpoint-store.ts';
import { isSignedBy, parseNote } from '../signed-note.ts';
import type { Finding, SignedRoot } from './trail-check.ts';

interface Note {
  readonly note: string;
  readonly keyName: string;
  readonly publicKey: Buffer;
  readonly place: string;
}

export interface SignedRootsDeps {
  readonly db: Pick<Database, 'system'>;
  readonly file: CheckpointFile | undefined;
  /** The public key with which crypto signs now, raw; undefined when crypto is unavailable. */
  currentKey(): Promise<Buffer | undefined>;
}

const PAGE = 500;

/**
 * Every signed root from the database and the file, by ascending size, or the first checkpoint with an invalid
 * signature. Trusted keys: crypto's current key and the keys in the file. If there is neither, a key that only the
 * database has is trusted.
 */
export async function readSignedRoots(deps: SignedRootsDeps): Promise<SignedRoot[] | Finding> {
  const filed = (await deps.file?.read()) ?? [];
  const current = await deps.currentKey();
  const trusted = new Set(filed.map((line) => line.publicKey));
  if (current !== undefined) trusted.add(current.toString('base64'));
  const roots: SignedRoot[] = [];
  for (const line of filed) {
    const note = { ...line, publicKey: Buffer.from(line.publicKey, 'base64'), place: 'the checkpoint file' };
    const root = checkNote(note, trusted);
    if ('reason' in root) return root;
    roots.push(root);
  }
  for (let afterId = 0; ; ) {
    const page = await deps.db.system((tx) => checkpointsAfter(tx, afterId, PAGE));
    for (const { id, checkpoint } of page) {
      const root = checkNote({ ...checkpoint, place: 'a checkpoint' }, trusted);
      if ('reason' in root) return root;
      const isRow = root.size === checkpoint.treeSize && root.root.equals(checkpoint.rootHash);
      if (!isRow)
        return { index: undefined, reason: `Checkpoint ${id} was changed: its columns differ from its note` };
      roots.push(root);
      afterId = id;
    }
    if (page.length < PAGE) return roots.sort((a, b) => a.size - b.size);
  }
}

function checkNote(note: Note, trusted: ReadonlySet<string>): SignedRoot | Finding {
  const parsed = parseNote(note.note);
  const checkpoint = parsed === undefined ? undefined : parseCheckpoint(parsed.text);
  if (parsed === undefined || checkpoint === undefined)
    return { index: undefined, reason: `${capital(note.place)} was changed: it is not a checkpoint` };
  const over = `over ${checkpoint.size} entries`;
  if (
    !isSignedBy(parsed, { name: note.keyName, publicKey: note.publicKey }) ||
    checkpoint.origin !== note.keyName
  )
    return {
      index: undefined,
      reason: `${capital(note.place)} ${over} was changed: its signature does not verify`,
    };
  if (trusted.size > 0 && !trusted.has(note.publicKey.toString('base64')))
    return { index: undefined, reason: `${capital(note.place)} ${over} is signed with an unknown key` };
  return { size: checkpoint.size, root: checkpoint.root, place: note.place };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
