import { expect, it } from 'vitest';
import type { UserCaller } from '../../core/context/caller.ts';
import { maskedNote, readNote, storedNote } from './note.ts';
import { noteView, shownNote } from './note-view.ts';

const TEXT = 'Asha called from 98450 12345';

it('stores a text with the positions of its identifiers', () => {
  const note = readNote(storedNote(TEXT));
  expect(note.text).toBe(TEXT);
  expect(note.identifiers).toEqual([{ type: 'phone', start: 17, end: 28, masked: 'XXXXX12345' }]);
  expect(maskedNote(note)).toBe('Asha called from XXXXX12345');
});

it('uses the stored positions, so that a later rule does not change old texts', () => {
  const note = readNote('\u0001["Asha called from 98450 12345",[]]');
  expect(maskedNote(note)).toBe(TEXT);
});

it('searches texts that an earlier version stored without positions', () => {
  expect(maskedNote(readNote(TEXT))).toBe('Asha called from XXXXX12345');
  expect(readNote('')).toEqual({ text: '', identifiers: [] });
});

it('a text that starts like a stored note is read as text', () => {
  const odd = '\u0001["x",[]]';
  expect(readNote(storedNote(odd)).text).toBe(odd);
});

it('a reader sees what its permissions in the company allow', () => {
  const holder = (...permissions: string[]): UserCaller => ({
    kind: 'user',
    userId: 1,
    sessionId: 's',
    clientId: undefined,
    actorUserId: undefined,
    isSuperAdmin: false,
    everywhere: new Set(),
    companies: new Map([[1, new Set(permissions)]]),
  });
  const note = readNote(storedNote(TEXT));
  const seen = (...permissions: string[]) => shownNote(note, noteView(holder(...permissions), 1));
  expect(seen('compliance:read', 'pii:reveal')).toBe('');
  expect(seen('notes:read')).toBe('Asha called from XXXXX12345');
  expect(seen('notes:read', 'pii:reveal')).toBe('Asha called from XXXXX12345');
  expect(noteView(holder('notes:read'), 2)).toBe('withheld');
});
