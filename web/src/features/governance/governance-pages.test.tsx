import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press, pressIn, type, versionOf } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const next = () => screen.findByRole('status', { name: 'What to do next' });
const panelOf = async (name: string) => within(await screen.findByRole('complementary', { name }));
const typeName = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } });

describe('grievances', () => {
  const grievance = {
    ...exampleRow('GET /grievances'),
    ...{ receivedAt: at(-40), dueAt: at(-9.5), overdue: true, description: 'Call XXXXX12345' },
    texts: { view: 'masked', filled: ['subject', 'description'], identifiers: 1 },
  };
  const show = (search: string, answers: object = {}) =>
    showScreen(`/grievances?company=1${search}`, { 'GET /grievances': [grievance], ...answers });

  it('shows the overdue answer, and that an identifier is masked', async () => {
    await show('&selected=8');
    expect((await next()).textContent).toContain('Wrong address · 10 days overdue');
    const panel = await panelOf('Grievance');
    panel.getByText('One identifier in these texts is masked. Open the field of a profile to see its value.');
    const person = panel.getByRole('link', { name: 'IND_48213' });
    expect(person.getAttribute('href')).toBe('/individuals?company=1&selected=48213');
  });

  it('is closed with the answer and its time', async () => {
    const { sent } = await show('&close=8');
    await pressIn('Close grievance');
    expect(await screen.findByText('This is required.')).toBeTruthy();
    await type('What was done', 'Corrected');
    await pressIn('Close grievance');
    expect(await screen.findByText('Grievance closed')).toBeTruthy();
    const body = { resolution: 'Corrected', closedAt: expect.any(String) };
    expect(sent('PUT /grievances/8')[0]?.body).toEqual(body);
  });

  it('sends the version with which the form was opened, even after the list was fetched again', async () => {
    let reads = 0;
    const stale = () =>
      problem(412, { status: 412, reason: 'STALE', message: 'It has been changed meanwhile.' });
    const { sent } = await show('&close=8', {
      'GET /grievances': () => [{ ...grievance, version: 4 + reads++ }],
      'PUT /grievances/8': stale,
    });
    await type('What was done', 'Corrected');
    await pressIn('Close grievance');
    expect(await screen.findByText('It has been changed meanwhile.')).toBeTruthy();
    await waitFor(() => expect(reads).toBe(2));
    await pressIn('Close grievance');
    await waitFor(() => expect(sent('PUT /grievances/8').map(versionOf)).toEqual(['"4"', '"4"']));
  });
});

describe('purposes', () => {
  const purpose = { ...exampleRow('GET /purposes'), notices: [] };

  it('names the purpose without a notice, and publishes one', async () => {
    const { sent } = await showScreen('/purposes?company=1&notice=3', { 'GET /purposes': [purpose] });
    expect(await screen.findByText('KYC lacks a lawful basis or a notice.')).toBeTruthy();
    await type('Version of the notice', '2');
    fireEvent.click(screen.getByRole('checkbox', { name: 'PAN' }));
    await type('Kept for, days', '365');
    await pressIn('Publish');
    expect(await screen.findByText('Notice published')).toBeTruthy();
    expect(sent('PUT /purposes/3')[0]?.body).toEqual({
      notice: { version: '2', fieldTypes: ['pan'], retentionDays: 365, publishedAt: expect.any(String) },
    });
  });

  it('are added by a form that marks each empty required field', async () => {
    await showScreen('/purposes?company=1&new=1', { 'GET /purposes': [] });
    await pressIn('Add');
    expect(await screen.findByText('This is required.')).toBeTruthy();
    typeName('Not a slug!');
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(screen.queryByText('This is required.')).toBeNull();
  });
});

describe('recipients', () => {
  it('names recipients without a contract, and adds one with every field', async () => {
    const texts = { view: 'masked', filled: ['name'], identifiers: 0 };
    const recipient = { ...exampleRow('GET /recipients'), name: 'Mail House', contract: '', texts };
    const { sent } = await showScreen('/recipients?company=1&new=1', { 'GET /recipients': [recipient] });
    expect(await screen.findByText('Mail House has no contract written down.')).toBeTruthy();
    await type('Code', 'bureau');
    typeName('Credit Bureau');
    await type('Kind', 'fiduciary');
    await type('Purposes', 'kyc, lending');
    fireEvent.click(screen.getByRole('checkbox', { name: 'PAN' }));
    await type('Contract or law', 'Agreement of April');
    await pressIn('Add');
    expect(await screen.findByText('Recipient added')).toBeTruthy();
    expect(sent('POST /recipients')[0]?.body).toMatchObject({
      ...{ companyId: 1, code: 'bureau', name: 'Credit Bureau', kind: 'fiduciary', country: 'IN' },
      ...{ purposes: ['kyc', 'lending'], contract: 'Agreement of April' },
    });
  });
});

describe('erasures', () => {
  const erasure = { ...exampleRow('GET /erasures'), requestedAt: at(-1), shredAt: at(364) };
  const show = (search: string, answers: object = {}) =>
    showScreen(`/erasures?company=1${search}`, { 'GET /erasures': [erasure], ...answers });

  it('shows the number of sealed people and the time of the next key destruction', async () => {
    await show('&selected=48213');
    expect((await next()).textContent).toMatch(
      /The data of one erased person is sealed; its key is destroyed on/,
    );
    const panel = await panelOf('Erasure');
    const same = await panel.findByRole('link', { name: 'IND_48990' });
    expect(same.getAttribute('href')).toBe('/individuals?company=1&selected=48990');
    expect(panel.getByText('The certificate is issued after the data is destroyed.')).toBeTruthy();
  });

  it('erases a person by id and reason', async () => {
    const { sent } = await show('&new=1');
    await type('Individual', '48213');
    await type('Reason', 'Asked for in writing');
    await pressIn('Erase person');
    expect(await screen.findByText('Person erased. A certificate follows the destruction.')).toBeTruthy();
    const body = { companyId: 1, reason: 'Asked for in writing' };
    expect(sent('POST /individuals/48213/erase')[0]?.body).toEqual(body);
  });

  it('checks a certificate in the browser, and refuses an invalid one', async () => {
    const certificate = { note: 'x', keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e', publicKey: 'a2V5' };
    const certified = { ...erasure, status: 'certified', shreddedAt: at(0), certificate };
    await show('&selected=48213', { 'GET /erasures': [certified] });
    await press('Verify');
    expect((await screen.findByRole('alert')).textContent).toBe('This is not a certificate.');
  });
});

describe('access reviews', () => {
  it('shows that the last review is too old, who made each, and starts one', async () => {
    const review = { ...exampleRow('GET /access-reviews'), reviewedAt: at(-91) };
    const unknown = { ...review, id: 1, reviewedBy: 6, reviewedByName: null };
    const { sent } = await showScreen('/access-reviews?company=1', {
      'GET /access-reviews': [review, unknown],
      'POST /access-reviews': { ...review, id: 3, status: 'open' },
    });
    const action = await next();
    expect(action.textContent).toContain('more than 90 days ago');
    for (const name of ['Ravi Nair', 'User 6']) expect(await screen.findByText(name)).toBeTruthy();
    fireEvent.click(within(action).getByRole('button', { name: 'Start a Review' }));
    await pressIn('Start a Review');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('POST /access-reviews')[0]?.body).toEqual({ companyId: 1, startOver: false });
  });

  it('leads to the open review, and starts over only after a warning', async () => {
    const open = { ...exampleRow('GET /access-reviews'), status: 'open', reviewedAt: null, decided: 1 };
    await showScreen('/access-reviews?company=1', { 'GET /access-reviews': [open] });
    const action = await next();
    expect(action.textContent).toContain('1 of 2 decided.');
    within(action).getByRole('button', { name: 'Continue' });
    await press('Start a Review');
    expect(await screen.findByText(/Starting over discards it with 1 decision\./)).toBeTruthy();
  });
});

describe('incidents', () => {
  const HOUR_MS = 3_600_000;
  const hence = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const incident = {
    ...exampleRow('GET /incidents'),
    ...{ awareAt: hence(-52), dueAt: hence(20.5), title: 'Laptop lost' },
    headings: { description: 'A laptop of the branch is missing' },
  };
  const show = (search: string, answers: object = {}, user = {}) =>
    showScreen(`/incidents?company=1${search}`, { 'GET /incidents': [incident], ...answers }, user);

  it('first shows the next due report and its missing parts, and opens it', async () => {
    await show('');
    const action = await next();
    expect(action.textContent).toMatch(/Laptop lost · 20 h \d\d min left · 5 headings are empty/);
    fireEvent.click(within(action).getByRole('button', { name: 'Open it' }));
    const panel = await panelOf('Incident');
    expect(panel.getByText('A laptop of the branch is missing')).toBeTruthy();
    expect(panel.getAllByText('Nothing written yet')).toHaveLength(5);
    expect(panel.getByRole('button', { name: 'Fill in 5 headings' })).toBeTruthy();
  });

  it('shows a reader without notes:read that texts exist, without a button to change them', async () => {
    const texts = { view: 'withheld', filled: ['title', 'description'], identifiers: 0 };
    const withheld = { ...incident, title: null, headings: {}, texts };
    await show('&selected=2', { 'GET /incidents': [withheld] }, { permissions: ['compliance:read'] });
    const panel = await panelOf('Incident');
    expect(panel.getByText('Incident #2')).toBeTruthy();
    expect(
      panel.getAllByText(
        'A text was entered. Ask an administrator for the permission “Read notes” to see it.',
      ),
    ).toHaveLength(1);
    for (const name of ['Add Incident', /Fill in|Mark as/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('sends only the changed fields', async () => {
    const { sent } = await show('&edit=2');
    await type('(v) Measures against recurrence', 'Encrypted disks');
    await pressIn('Save changes');
    expect(await screen.findByText('Incident changed')).toBeTruthy();
    expect(sent('PUT /incidents/2')[0]?.body).toEqual({ headings: { remedy: 'Encrypted disks' } });
  });

  it('does not start with a masked text, which saving would store', async () => {
    const texts = { view: 'masked', filled: ['title', 'description'], identifiers: 1 };
    const masked = { ...incident, headings: { description: 'Call XXXXX12345' }, texts };
    await show('&edit=2', { 'GET /incidents': [masked] });
    const label = '(i) Nature, extent, timing, location and likely impact';
    expect((await screen.findByLabelText<HTMLTextAreaElement>(label)).value).toBe('');
  });

  it('is added once its form is valid', async () => {
    const { sent } = await show('&new=1');
    await pressIn('Add');
    const title = screen.getByLabelText('Title');
    await waitFor(() => expect(title.getAttribute('aria-invalid')).toBe('true'));
    expect(sent('POST /incidents')).toHaveLength(0);
    await type('Title', 'Laptop lost');
    await pressIn('Add');
    expect(await screen.findByText('Incident added. The period for its report has started.')).toBeTruthy();
    expect(sent('POST /incidents')[0]?.body).toMatchObject({ companyId: 1, title: 'Laptop lost' });
  });

  it('shows the server’s reason at the named field', async () => {
    const message = 'Must not be in the future';
    const refusal = { message, errors: [{ path: 'awareAt', message }] };
    await show('&new=1', { 'POST /incidents': problem(400, refusal) });
    await type('Title', 'X');
    await pressIn('Add');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('Company aware since').getAttribute('aria-invalid')).toBe('true');
  });
});
