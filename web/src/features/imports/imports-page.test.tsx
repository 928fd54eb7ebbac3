import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readSession } from '../../session/session-store.ts';
import { press, pressIn, type } from '../../testing/acts.ts';
import { unfinished } from '../../testing/saved-files.ts';
import { showScreen } from '../../testing/screen.tsx';
import type { ApiCall } from '../../testing/stub-api.ts';
import { doneImport, heldImport, runningImport, sampleHold } from './testing/sample-import.ts';

const ERRORS = 'GET /imports/12/errors';
const errors = [
  {
    ...{ row: 17, line: 19, sheetRow: 18, column: 'Aadhaar', reason: 'AADHAAR_CHECKSUM' },
    message: 'The check digit is wrong',
  },
];

interface Sent {
  url: URL;
  type: string | undefined;
  body: unknown;
}

/** Stubs XMLHttpRequest: it answers at once. @returns the sent requests */
function stubUpload(status: number, answer: object): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      status = status;
      responseText = JSON.stringify(answer);
      statusText = '';
      withCredentials = false;
      upload = new EventTarget();
      #url = '';
      #headers = new Map<string, string>();
      open(_: string, url: string) {
        this.#url = url;
      }
      setRequestHeader(name: string, value: string) {
        this.#headers.set(name, value);
      }
      send(body: unknown) {
        sent.push({
          url: new URL(this.#url, 'http://localhost'),
          type: this.#headers.get('content-type'),
          body,
        });
        this.dispatchEvent(new Event('load'));
      }
      abort() {
        this.dispatchEvent(new Event('abort'));
      }
    },
  );
  return sent;
}

const show = (answers: object = {}, search = '&new=1') =>
  showScreen(`/imports?company=1${search}`, {
    'GET /imports': [],
    'GET /imports/12': runningImport,
    [ERRORS]: errors,
    ...answers,
  });
const showImport = (state: unknown, answers: object = {}) =>
  show({ 'GET /imports/12': state, ...answers }, '&import=12');

async function importForKyc(): Promise<void> {
  await type('Purpose', 'kyc');
  await press('Import 2 people into Saral Bank');
}

async function choose(text: string, name = 'people.csv'): Promise<File> {
  const file = new File([text], name);
  const input = await screen.findByLabelText('Drop a file here or choose one');
  fireEvent.change(input, { target: { files: [file] } });
  return file;
}
const people =
  'Customer ID,Full Name,Mobile,Branch\nC-1,Asha Rao,9812345678,South\nC-2,Ravi,9812345679,East\n';

describe('a new import', () => {
  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'SECOND_FACTOR_REQUIRED'],
  ])(
    'whose upload is refused by %i %s asks to sign in again, and keeps the filled form',
    async (status, reason) => {
      stubUpload(status, { status, reason, message: 'Sign in' });
      await show();
      await choose(people);
      await press('Leave out the others');
      await importForKyc();
      await waitFor(() => expect(readSession().status).toBe('expired'));
      expect(localStorage.getItem('auth_logout')).toBeNull();
    },
  );

  it('shows the first rows masked, and their values only by the toggle', async () => {
    const { calls } = await show();
    await choose(people);
    const preview = within(await screen.findByRole('table', { name: 'First rows of the file' }));
    expect(preview.getByText('XXXXX45678')).toBeTruthy();
    expect(preview.queryByText('Asha Rao')).toBeNull();
    await press('Show values');
    expect(preview.getByText('Asha Rao')).toBeTruthy();
    expect(calls.every((call) => call.key.startsWith('GET '))).toBe(true);
  });

  it('sends the shown mapping and the consent, then shows the import', async () => {
    const warnings = [{ reason: 'PURPOSE_UNKNOWN', path: 'consentDetails.purpose' }];
    const sent = stubUpload(202, { id: 12, status: 'queued', mapping: {}, ignoredColumns: [], warnings });
    const { router } = await show();
    const file = await choose(people);
    const branch = await screen.findByLabelText('Column Branch is');
    const submit = screen.getByRole('button', { name: 'Import 2 people into Saral Bank' });
    expect(submit.hasAttribute('disabled'), 'no type was chosen for Branch').toBe(true);
    expect(
      screen.getByText('1 column is not assigned. Choose what it contains, or leave it out: Branch.'),
    ).toBeTruthy();
    await press('Leave out the others');
    expect(screen.getByText('Not stored: Branch.')).toBeTruthy();
    fireEvent.change(branch, { target: { value: 'other_id' } });
    await importForKyc();
    await waitFor(() => expect(router.state.location.search).toContain('import=12'));
    const query = sent[0]?.url.searchParams;
    expect(JSON.parse(query?.get('mapping') ?? '')).toEqual({
      ...{ 'Customer ID': 'externalId', 'Full Name': 'name', Mobile: 'phone', Branch: 'other_id' },
    });
    expect(['companyId', 'purpose', 'channel'].map((n) => query?.get(n))).toEqual(['1', 'kyc', 'import']);
    expect(sent[0]).toMatchObject({ type: 'text/csv', body: file });
    expect(await screen.findByText(/^The register does not contain the purpose kyc/)).toBeTruthy();
  });

  it('asks what known people mean in a file without ids, and shows how many there were', async () => {
    const sent = stubUpload(202, { id: 12 });
    await show({ 'GET /imports/12': { ...doneImport, knownPeople: 1234, hold: null } });
    await choose(people);
    await type('Column Customer ID is', 'ignore');
    await press('Leave out the others');
    expect(screen.getByText(/^When a person in the file is already known/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^Update the known person/ }));
    await importForKyc();
    expect((await screen.findByText('Already known')).nextSibling?.textContent).toBe('1,234');
    expect(String(sent[0]?.url.searchParams)).toMatch(/^(?!.*Branch)(?=.*unmapped=ignore).*&onKnown=update&/);
  });

  it('does not ask the server to leave out what it leaves out by the header', async () => {
    const sent = stubUpload(202, { id: 12 });
    await show();
    const rows = '1,C-1,K-1,2026-11-21,Asha Rao\n2,C-2,K-2,2026-11-21,Ravi\n';
    await choose(`id,externalId,masterKey,createdAt,name\n${rows}`);
    expect(await screen.findByText('Not stored: masterKey, createdAt.')).toBeTruthy();
    await importForKyc();
    await waitFor(() => expect(sent).toHaveLength(1));
    const query = sent[0]?.url.searchParams;
    const mapping = { id: 'individualId', externalId: 'externalId', name: 'name' };
    expect(JSON.parse(query?.get('mapping') ?? '')).toEqual(mapping);
    expect(query?.has('unmapped')).toBe(false);
  });

  it('does not send a mapping that the server would refuse, and shows why a file is refused', async () => {
    stubUpload(413, { message: 'The file is larger than 2 GiB' });
    await show();
    await choose(people);
    await type('Column Branch is', 'phone');
    expect(screen.getByText('Two columns are assigned to Phone. Choose only one.')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Import 2 people into Saral Bank' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await type('Column Branch is', 'ignore');
    await importForKyc();
    expect(await screen.findByText('The file is larger than 2 GiB')).toBeTruthy();
  });

  it('reports an invalid file without sending it', async () => {
    await show();
    await choose('name,name\nA,B\n', 'wrong.csv');
    expect(await screen.findByText('Two columns of wrong.csv have the same name.')).toBeTruthy();
  });
});

describe('a held import', () => {
  it('asks about unmapped columns, accepts the suggestions, and is followed to its end', async () => {
    let state: object = { ...heldImport, statusReason: 'UNMAPPED_COLUMNS', hold: sampleHold };
    const { sent } = await showImport(() => state, {
      [ERRORS]: [],
      'PUT /imports/12/mapping': () => {
        state = { ...doneImport, rejected: 0, accepted: 8000, hold: null };
        return { ...runningImport, status: 'queued' };
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Columns of the file' }));
    expect(table.getByText('XXXXX234F')).toBeTruthy();
    expect(screen.getByText('Lines 1 to 3 are above the header row and are not read.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stop import' })).toBeTruthy();
    const go = screen.getByRole('button', { name: 'Continue the import' });
    expect(go.hasAttribute('disabled')).toBe(true);
    expect(within(table.getByLabelText('Column Kennung is')).getByText('PAN?')).toBeTruthy();
    await press('Accept the suggestions');
    expect(screen.queryByText('Not stored: Branch.')).toBeNull();
    expect(screen.getByText(/^1 column is not assigned\..*Branch\.$/)).toBeTruthy();
    expect(go.hasAttribute('disabled')).toBe(true);
    await type('Column Branch is', 'ignore');
    expect(screen.getByText('Not stored: Branch.')).toBeTruthy();
    fireEvent.click(go);
    expect(await screen.findByText('All people in the file are stored: 8,000 people')).toBeTruthy();
    const bodies = sent('PUT /imports/12/mapping').map(({ body }) => body);
    expect(bodies).toEqual([{ mapping: { 'Customer Name': 'name', Kennung: 'pan', Branch: 'ignore' } }]);
  });

  it('shows why it is paused and when it resumes, and can be tried at once', async () => {
    const paused = { ...runningImport, status: 'paused', statusReason: 'DATABASE_UNAVAILABLE', hold: null };
    const nextTryAt = '2026-11-21T08:30:00.000Z';
    const { sent } = await showImport({ ...paused, statusMessage: 'x', nextTryAt });
    expect(await screen.findByText(/^The database cannot be reached\. Next attempt at /)).toBeTruthy();
    await press('Try now');
    await waitFor(() => expect(sent('POST /imports/12/retry')).toHaveLength(1));
  });
});

describe('a running import', () => {
  it('is shown by its address, with rate and remaining time, until it ends', async () => {
    let state: object = runningImport;
    const { sent } = await showImport(() => state);
    expect(await screen.findByText('25% · 600 people/s · 10 s left')).toBeTruthy();
    state = doneImport;
    expect(await screen.findByText('Stored: 7,990. Rejected rows: 10.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Individual Profiles' })).toBeTruthy();
    expect(sent('GET /imports/12').length).toBeGreaterThan(1);
  });

  it('lists rejected rows by row, column and reason, page after page', async () => {
    const link = '</api/imports/12/errors?cursor=e2>; rel="next"';
    const { sent } = await showImport(doneImport, {
      [ERRORS]: () => Response.json(errors, { headers: { link } }),
    });
    const table = within(await screen.findByRole('table', { name: 'Rejected rows and values' }));
    for (const text of ['17', '19', '18', 'Aadhaar', 'The check digit is wrong'])
      expect(table.getByText(text)).toBeTruthy();
    await press('Next page');
    await waitFor(() => expect(sent(ERRORS).at(-1)?.url.searchParams.get('cursor')).toBe('e2'));
  });

  it('saves all rejected values, and does not claim that the trail records this', async () => {
    const answer = ({ url }: ApiCall) => (url.searchParams.get('limit') === '200' ? unfinished() : errors);
    await showImport(doneImport, { [ERRORS]: answer });
    await press('Export');
    expect(await screen.findByText(/^All rejected rows and values of this import/)).toBeTruthy();
    expect(screen.queryByText(/recorded in the audit trail/)).toBeNull();
  });

  it('is cancelled only after a confirmation', async () => {
    const { sent } = await showImport(runningImport);
    await press('Stop import');
    expect(await screen.findByText(/1,990 people stored so far stay/)).toBeTruthy();
    expect(sent('DELETE /imports/12')).toHaveLength(0);
    await pressIn('Stop import');
    expect(await screen.findByText('Import stopped')).toBeTruthy();
  });
});
