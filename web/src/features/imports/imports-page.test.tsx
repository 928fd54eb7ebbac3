import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { readSession, startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { unfinished } from '../../testing/saved-files.ts';
import { type ApiCall, stubApi } from '../../testing/stub-api.ts';
import { ImportsPage } from './pages/imports-page.tsx';
import { doneImport, heldImport, runningImport, sampleHold } from './testing/sample-import.ts';

const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /imports': [],
  'GET /imports/12': runningImport,
  'GET /imports/12/same-records': [],
  'GET /imports/12/errors': [
    {
      ...{ row: 17, line: 19, sheetRow: 18, column: 'Aadhaar' },
      reason: 'AADHAAR_CHECKSUM',
      message: 'The check digit is wrong',
    },
  ],
};

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

beforeAll(() => Promise.all([loadTexts('imports'), loadTexts('pii')]));
beforeEach(() => startSession('t', sampleUser()));

function importForKyc(): void {
  fireEvent.change(screen.getByLabelText('Purpose'), { target: { value: 'kyc' } });
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 people into Asha Bank' }));
}

const show = (route = '/imports?company=1&new=1') =>
  renderApp(
    <CompanyProvider>
      <ImportsPage />
    </CompanyProvider>,
    { route },
  );

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
      stubApi(answers);
      stubUpload(status, { status, reason, message: 'Sign in' });
      show();
      await choose(people);
      fireEvent.click(await screen.findByRole('button', { name: 'Leave out the others' }));
      importForKyc();
      await waitFor(() => expect(readSession().status).toBe('expired'));
      expect(localStorage.getItem('auth_logout')).toBeNull();
    },
  );

  it('shows the first rows masked, and their values only by the toggle', async () => {
    const calls = stubApi(answers);
    show();
    await choose(people);
    const preview = await screen.findByRole('table', { name: 'First rows of the file' });
    expect(within(preview).getByText('XXXXX45678')).toBeTruthy();
    expect(within(preview).queryByText('Asha Rao')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show values' }));
    expect(within(preview).getByText('Asha Rao')).toBeTruthy();
    expect(calls.every((call) => call.key.startsWith('GET '))).toBe(true);
  });

  it('sends the shown mapping and the consent, then shows the import', async () => {
    stubApi(answers);
    const warnings = [{ reason: 'PURPOSE_UNKNOWN', path: 'consentDetails.purpose' }];
    const sent = stubUpload(202, { id: 12, status: 'queued', mapping: {}, ignoredColumns: [], warnings });
    const { router } = show();
    const file = await choose(people);
    const branch = await screen.findByLabelText('Column Branch is');
    const submit = screen.getByRole('button', { name: 'Import 2 people into Asha Bank' });
    expect(submit.hasAttribute('disabled'), 'no type was chosen for Branch').toBe(true);
    expect(screen.getByText('1 column is open. Say what it is, or leave it out: Branch.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Leave out the others' }));
    expect(screen.getByText('Not stored: Branch.')).toBeTruthy();
    fireEvent.change(branch, { target: { value: 'other_id' } });
    importForKyc();
    await waitFor(() => expect(router.state.location.search).toContain('import=12'));
    const query = sent[0]?.url.searchParams;
    expect(JSON.parse(query?.get('mapping') ?? '')).toEqual({
      'Customer ID': 'externalId',
      'Full Name': 'name',
      Mobile: 'phone',
      Branch: 'other_id',
    });
    expect(['companyId', 'purpose', 'channel'].map((n) => query?.get(n))).toEqual(['1', 'kyc', 'import']);
    expect(sent[0]?.type).toBe('text/csv');
    expect(sent[0]?.body).toBe(file);
    expect(await screen.findByText(/^The register has no purpose kyc/)).toBeTruthy();
  });

  it('asks what known people mean in a file without ids, and shows how many there were', async () => {
    stubApi({ ...answers, 'GET /imports/12': { ...doneImport, knownPeople: 1234, hold: null } });
    const sent = stubUpload(202, { id: 12 });
    show();
    await choose(people);
    fireEvent.change(await screen.findByLabelText('Column Customer ID is'), { target: { value: 'ignore' } });
    fireEvent.click(screen.getByRole('button', { name: 'Leave out the others' }));
    expect(screen.getByText(/^When a person of the file is known already/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^Update the known person/ }));
    importForKyc();
    expect((await screen.findByText('Known already')).nextSibling?.textContent).toBe('1,234');
    expect(String(sent[0]?.url.searchParams)).toMatch(/^(?!.*Branch)(?=.*unmapped=ignore).*&onKnown=update&/);
  });

  it('does not ask the server to leave out what it leaves out by the header', async () => {
    stubApi(answers);
    const sent = stubUpload(202, { id: 12 });
    show();
    await choose(
      'id,externalId,masterKey,createdAt,name\n1,C-1,K-1,2026-11-21,Asha Rao\n2,C-2,K-2,2026-11-21,Ravi\n',
    );
    expect(await screen.findByText('Not stored: masterKey, createdAt.')).toBeTruthy();
    importForKyc();
    await waitFor(() => expect(sent).toHaveLength(1));
    const query = sent[0]?.url.searchParams;
    expect(JSON.parse(query?.get('mapping') ?? '')).toEqual({
      id: 'individualId',
      externalId: 'externalId',
      name: 'name',
    });
    expect(query?.has('unmapped')).toBe(false);
  });

  it('does not send a mapping that the server would refuse', async () => {
    stubApi(answers);
    show();
    await choose(people);
    fireEvent.change(await screen.findByLabelText('Column Branch is'), { target: { value: 'phone' } });
    expect(screen.getByText('Two columns are mapped to Phone. Only one can be.')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Import 2 people into Asha Bank' });
    expect(button.hasAttribute('disabled')).toBe(true);
  });

  it('shows the server’s reason for a refused file', async () => {
    stubApi(answers);
    stubUpload(413, { message: 'The file is larger than 2 GiB' });
    show();
    await choose(people);
    fireEvent.click(await screen.findByRole('button', { name: 'Leave out the others' }));
    fireEvent.change(screen.getByLabelText('Purpose'), { target: { value: 'kyc' } });
    fireEvent.click(screen.getByRole('button', { name: /^Import 2/ }));
    expect(await screen.findByText('The file is larger than 2 GiB')).toBeTruthy();
  });

  it('reports an invalid file without sending it', async () => {
    stubApi(answers);
    show();
    await choose('name,name\nA,B\n', 'wrong.csv');
    expect(await screen.findByText('Two columns of wrong.csv have the same name.')).toBeTruthy();
  });
});

describe('a held import', () => {
  it('asks about unmapped columns, accepts the suggestions, and is followed to its end', async () => {
    let state: object = { ...heldImport, statusReason: 'UNMAPPED_COLUMNS', hold: sampleHold };
    const calls = stubApi({
      ...answers,
      'GET /imports/12': () => state,
      'GET /imports/12/errors': [],
      'PUT /imports/12/mapping': () => {
        state = { ...doneImport, rejected: 0, accepted: 8000, hold: null };
        return { ...runningImport, status: 'queued' };
      },
    });
    show('/imports?company=1&import=12');
    const table = await screen.findByRole('table', { name: 'Columns of the file' });
    expect(within(table).getByText('XXXXX234F')).toBeTruthy();
    expect(screen.getByText('Lines 1 to 3 stand above the header row and are not read.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stop import' })).toBeTruthy();
    const go = screen.getByRole('button', { name: 'Go on with the import' });
    expect(go.hasAttribute('disabled')).toBe(true);
    const kennung = within(table).getByLabelText('Column Kennung is');
    expect(within(kennung).getByText('PAN?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Take the suggestions' }));
    expect(screen.queryByText('Not stored: Branch.')).toBeNull();
    expect(screen.getByText(/^1 column is open\..*Branch\.$/)).toBeTruthy();
    expect(go.hasAttribute('disabled')).toBe(true);
    fireEvent.change(within(table).getByLabelText('Column Branch is'), { target: { value: 'ignore' } });
    expect(screen.getByText('Not stored: Branch.')).toBeTruthy();
    fireEvent.click(go);
    expect(await screen.findByText('Every person in the file is stored: 8,000 people')).toBeTruthy();
    const sent = calls.filter(({ key }) => key === 'PUT /imports/12/mapping').map(({ body }) => body);
    expect(sent).toEqual([{ mapping: { 'Customer Name': 'name', Kennung: 'pan', Branch: 'ignore' } }]);
  });

  it('shows why it is paused and when it resumes, and can be tried at once', async () => {
    const paused = { ...runningImport, status: 'paused', statusReason: 'DATABASE_UNAVAILABLE', hold: null };
    const calls = stubApi({
      ...answers,
      'GET /imports/12': { ...paused, statusMessage: 'x', nextTryAt: '2026-11-21T08:30:00.000Z' },
      'GET /imports/12/errors': [],
      'POST /imports/12/retry': { ...runningImport, status: 'queued' },
    });
    show('/imports?company=1&import=12');
    expect(await screen.findByText(/^The database cannot be reached\. Next try at /)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(calls.some(({ key }) => key === 'POST /imports/12/retry')).toBe(true));
  });
});

describe('a running import', () => {
  it('is shown by its address, with rate and remaining time, until it ends', async () => {
    let state: object = runningImport;
    const calls = stubApi({ ...answers, 'GET /imports/12': () => state });
    show('/imports?company=1&import=12');
    expect(await screen.findByText('25% · 600 people/s · 10 s left')).toBeTruthy();
    state = doneImport;
    expect(await screen.findByText('Stored: 7,990. Rejected rows: 10.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Individual Profiles' })).toBeTruthy();
    const asked = () => calls.filter((call) => call.key === 'GET /imports/12').length;
    expect(asked()).toBeGreaterThan(1);
  });

  it('lists rejected rows by row, column and reason, page after page', async () => {
    const calls = stubApi({
      ...answers,
      'GET /imports/12': doneImport,
      'GET /imports/12/errors': () =>
        Response.json(answers['GET /imports/12/errors'], {
          headers: { link: '</api/imports/12/errors?cursor=e2>; rel="next"' },
        }),
    });
    show('/imports?company=1&import=12');
    const table = await screen.findByRole('table', { name: 'Rejected rows and values' });
    expect(within(table).getByText('17')).toBeTruthy();
    expect(within(table).getByText('19')).toBeTruthy();
    expect(within(table).getByText('18')).toBeTruthy();
    expect(within(table).getByText('Aadhaar')).toBeTruthy();
    expect(within(table).getByText('The check digit is wrong')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() =>
      expect(calls.some((call) => call.url.searchParams.get('cursor') === 'e2')).toBe(true),
    );
  });

  it('saves all rejected values, and does not claim that the trail records this', async () => {
    stubApi({
      ...answers,
      'GET /imports/12': doneImport,
      'GET /imports/12/errors': ({ url }: ApiCall) =>
        url.searchParams.get('limit') === '200' ? unfinished() : answers['GET /imports/12/errors'],
    });
    show('/imports?company=1&import=12');
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/^All rejected rows and values of this import/)).toBeTruthy();
    expect(screen.queryByText(/recorded in the audit trail/)).toBeNull();
  });

  it('is cancelled only after a confirmation', async () => {
    const calls = stubApi({ ...answers, 'DELETE /imports/12': { success: true } });
    show('/imports?company=1&import=12');
    fireEvent.click(await screen.findByRole('button', { name: 'Stop import' }));
    expect(await screen.findByText(/1,990 people stored so far stay/)).toBeTruthy();
    expect(calls.some((call) => call.key === 'DELETE /imports/12')).toBe(false);
    const dialog = screen.getByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop import' }));
    expect(await screen.findByText('Import stopped')).toBeTruthy();
  });
});
