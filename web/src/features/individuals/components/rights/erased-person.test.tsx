import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { certifiedErasure, signedCertificate } from '../../../../erasure/testing/sample-certificate.ts';
import { press } from '../../../../testing/acts.ts';
import { watchSavedFiles } from '../../../../testing/saved-files.ts';
import { showScreen } from '../../../../testing/screen.tsx';
import { problem } from '../../../../testing/stub-api.ts';

it('an erased person has a certificate that is saved, checked in the browser, and loaded by Retry', async () => {
  const saved = watchSavedFiles();
  const note = signedCertificate({ certificate: 'erasure', companyId: 1, individualId: 9 });
  let isDown = true;
  await showScreen('/individuals?company=1&selected=9&open=1', {
    'GET /individuals/9': () => problem(410, { message: 'Erased', reason: 'ERASED' }),
    'GET /individuals/9/erasure': () => (isDown ? problem(503, {}) : [certifiedErasure(9, note)]),
  });
  expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  isDown = false;
  await press('Retry');
  expect(await screen.findByText('Certified')).toBeTruthy();
  expect(screen.queryByText('not yet')).toBeNull();
  await press('Download');
  expect(saved).toEqual(['erasure-certificate-1-9.txt']);
  await press('Verify');
  await screen.findByText(/^Genuine: the signature is valid and the certificate is about this person/);
});
