import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '../../../i18n/i18n.ts';
import { startSession } from '../../../session/session-store.ts';
import { renderApp } from '../../../testing/render.tsx';
import { sampleUser } from '../../../testing/samples.ts';
import { type ApiCall, stubApi } from '../../../testing/stub-api.ts';
import { doneImport } from '../testing/sample-import.ts';
import { SameRecords } from './same-records.tsx';

const SAME = 'GET /imports/12/same-records';

beforeAll(() => loadTexts('imports'));
beforeEach(() => startSession('t', sampleUser()));

it('names the records of people that the import changed in another record', async () => {
  stubApi({ [SAME]: [{ individualId: 7, verifiedSame: [8, 9] }] });
  renderApp(<SameRecords one={doneImport} />);
  const table = await screen.findByRole('table', { name: 'Other records of the same people' });
  const links = (await within(table).findAllByRole('link')).map((link) => link.getAttribute('href'));
  expect(links).toEqual([7, 8, 9].map((id) => `/individuals?company=1&selected=${id}`));
});

it('offers the next page after one without such people', async () => {
  const link = '</api/imports/12/same-records?cursor=e2>; rel="next"';
  stubApi({
    [SAME]: ({ url }: ApiCall) =>
      url.searchParams.get('cursor') === 'e2'
        ? [{ individualId: 7, verifiedSame: [8] }]
        : Response.json([], { headers: { link } }),
  });
  renderApp(<SameRecords one={doneImport} />);
  expect(await screen.findByText(/^No such person on this page/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'IND_7' })).toBeTruthy();
});

it('does not ask while the import runs', () => {
  const calls = stubApi({});
  renderApp(<SameRecords one={{ ...doneImport, status: 'running' }} />);
  expect(calls).toEqual([]);
});
