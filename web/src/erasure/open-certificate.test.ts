import { expect, it } from 'vitest';
import { openCertificate } from './open-certificate.ts';
import { COPIES_OPEN_UNTIL, certifiedErasure, signedCertificate } from './testing/sample-certificate.ts';

const own = { certificate: 'erasure', companyId: 1, individualId: 48213 };
const openNote = (note: string) => openCertificate(certifiedErasure(48213, note));

it('a certificate about this person is genuine, and states until when copies can be opened', async () => {
  expect(await openNote(signedCertificate(own))).toEqual({
    isGenuine: true,
    copiesOpenUntil: COPIES_OPEN_UNTIL,
  });
});

it.each([
  ['signature', signedCertificate(own).replace('"companyId":1', '"companyId":2')],
  ['other', signedCertificate({ ...own, individualId: 7 })],
  ['other', signedCertificate({ ...own, certificate: 'backup' })],
  ['form', 'no certificate'],
  ['form', signedCertificate(own).replace(`copies-open-until ${COPIES_OPEN_UNTIL}`, 'open for ever')],
])('is refused for its %s', async (fault, note) => {
  expect(await openNote(note)).toEqual({ isGenuine: false, fault });
});
