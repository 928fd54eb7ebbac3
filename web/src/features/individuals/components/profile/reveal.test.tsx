import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleUser } from '../../../../testing/samples.ts';
import { type ApiCall, problem, stubApi } from '../../../../testing/stub-api.ts';
import type { CompanyFieldGroup } from '../../rules/purposes.ts';
import { sampleField } from '../../testing/samples.ts';
import { CompanyFields } from './company-fields.tsx';

const VALUE = '288978318205';
const date = '2026-11-21T08:00:00.000Z';
const group = {
  companyId: 1,
  companyName: 'Asha Bank',
  fields: [
    sampleField('aadhaar', { value: 'XXXX-XXXX-8205', consentDetails: { purpose: 'kyc', date } }),
    sampleField('phone', {
      value: 'XXXXX99676',
      consentDetails: { purpose: 'calls', date, alsoFor: ['kyc'], withdrawnAt: date },
    }),
  ],
};
const types = new Set(['aadhaar', 'phone'] as const);
const answer = (fields: object, refused: object = {}) => ({
  records: [{ individualId: 9, fields, refused }],
});

let queries: QueryClient;
function Screen() {
  queries = useQueryClient();
  return <CompanyFields individualId={9} group={group} shownTypes={types} />;
}
let shownGroup: CompanyFieldGroup = group;
function Changing() {
  const [, draw] = useState(0);
  return (
    <>
      <button type="button" onClick={() => draw((times) => times + 1)}>
        Load again
      </button>
      <CompanyFields individualId={9} group={shownGroup} shownTypes={types} />
    </>
  );
}
const cached = () =>
  JSON.stringify(
    [...queries.getQueryCache().getAll(), ...queries.getMutationCache().getAll()].map(({ state }) => state),
  );

beforeAll(() => loadTexts('individuals'));
beforeEach(() => {
  startSession('t', sampleUser({ permissions: ['pii:read', 'pii:reveal', 'pii:write'] }));
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const open = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
/** Answers for the dialog, which also requests the remaining budget. */
const revealsIn = (calls: readonly ApiCall[]) =>
  calls.filter(({ key }) => key === 'POST /pii-records/reveal');
/** Reveals for the first purpose unless one is chosen. */
async function press(): Promise<void> {
  const reveal = await screen.findByRole('button', { name: 'Reveal' });
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  if (radios[0] && !radios.some((radio) => radio.checked)) fireEvent.click(radios[0]);
  fireEvent.click(reveal);
}
async function revealAadhaar(result: unknown = answer({ aadhaar: VALUE })): Promise<ApiCall[]> {
  const calls = stubApi({ 'POST /pii-records/reveal': result });
  renderApp(<Screen />);
  await open('Reveal Aadhaar');
  await press();
  return calls;
}

describe('Reveal', () => {
  it('preselects no purpose and requires one', async () => {
    const calls = stubApi({ 'POST /pii-records/reveal': answer({ aadhaar: VALUE }) });
    renderApp(<Screen />);
    await open('Reveal Aadhaar');
    const reveal = await screen.findByRole('button', { name: 'Reveal' });
    expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false);
    fireEvent.click(reveal);
    expect(await screen.findByText('Choose what it is needed for')).toBeTruthy();
    expect(revealsIn(calls)).toEqual([]);
  });

  it('reveals only the one field, for a purpose of the consent', async () => {
    const calls = await revealAadhaar();
    await screen.findByText(VALUE);
    expect(revealsIn(calls)[0]?.body).toEqual({
      companyId: 1,
      individualIds: [9],
      fieldTypes: ['aadhaar'],
      purpose: 'kyc',
    });
    expect(screen.getByText('XXXXX99676')).toBeTruthy();
  });

  it('counts down and hides after 30 seconds', async () => {
    await revealAadhaar();
    await screen.findByText(VALUE);
    expect(screen.getByText('30 s')).toBeTruthy();
    await pass(12_000);
    expect(screen.getByText('18 s')).toBeTruthy();
    await pass(17_500);
    expect(screen.getByText(VALUE)).toBeTruthy();
    await pass(1000);
    expect(screen.queryByText(VALUE)).toBeNull();
    expect(screen.getByText('XXXX-XXXX-8205')).toBeTruthy();
  });

  it.each([
    ['the window loses the focus', () => fireEvent.blur(window)],
    ['its button is pressed', () => fireEvent.click(screen.getByRole('button', { name: /Hide Aadhaar/ }))],
  ])('hides when %s', async (_, leave) => {
    await revealAadhaar();
    await screen.findByText(VALUE);
    leave();
    expect(screen.queryByText(VALUE)).toBeNull();
  });

  it('hides when the consent of a field ends or a field changes', async () => {
    stubApi({ 'POST /pii-records/reveal': answer({ aadhaar: VALUE }) });
    renderApp(<Changing />);
    await open('Reveal Aadhaar');
    await press();
    await screen.findByText(VALUE);
    const [first] = group.fields;
    if (!first) throw new Error('no field');
    const ended = { ...first, consentDetails: { ...first.consentDetails, withdrawnAt: date } };
    shownGroup = { ...group, fields: [...group.fields] };
    await open('Load again');
    expect(screen.getByText(VALUE)).toBeTruthy();
    shownGroup = { ...group, fields: [ended, ...group.fields.slice(1)] };
    await open('Load again');
    expect(screen.queryByText(VALUE)).toBeNull();
  });

  it('does not show an answer that arrives while another window has the focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const calls = await revealAadhaar();
    await waitFor(() => expect(revealsIn(calls)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(VALUE)).toBeNull();
    expect(screen.getByText('XXXX-XXXX-8205')).toBeTruthy();
  });

  it('keeps the value only on the screen', async () => {
    const log = vi.spyOn(console, 'log');
    stubApi({ 'POST /pii-records/reveal': answer({ aadhaar: VALUE }) });
    const { router } = renderApp(<Screen />);
    await open('Reveal Aadhaar');
    await press();
    await screen.findByText(VALUE);
    expect(cached()).not.toContain(VALUE);
    expect(JSON.stringify(localStorage) + JSON.stringify(sessionStorage)).not.toContain(VALUE);
    expect(JSON.stringify(router.state.location)).not.toContain(VALUE);
    expect(log).not.toHaveBeenCalled();
  });

  it('shows in the dialog why a typed purpose is refused, and accepts another', async () => {
    let refuses = true;
    await revealAadhaar(answer({ aadhaar: VALUE }));
    await screen.findByText(VALUE);
    stubApi({
      'POST /pii-records/reveal': () =>
        refuses ? answer({}, { phone: 'CONSENT_WITHDRAWN' }) : answer({ phone: '+917281299676' }),
    });
    await open('Reveal Phone');
    fireEvent.click(await screen.findByLabelText(/Another purpose/));
    fireEvent.change(await screen.findByLabelText('Purpose'), { target: { value: 'Not a slug!' } });
    await press();
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Purpose'), { target: { value: 'calls' } });
    await press();
    expect(await screen.findByText('Consent for the purpose “Calls” was withdrawn.')).toBeTruthy();
    expect(screen.getByText(/Consent was given for: KYC/)).toBeTruthy();
    refuses = false;
    fireEvent.click(screen.getByLabelText(/^KYC/));
    await press();
    expect(await screen.findByText('+917281299676')).toBeTruthy();
  });

  it('reveals all permitted fields of a company, and shows why others stay masked', async () => {
    const calls = stubApi({
      'POST /pii-records/reveal': answer({ aadhaar: VALUE }, { phone: 'PURPOSE_NOT_COVERED' }),
    });
    renderApp(<Screen />);
    await open('Reveal all fields of Asha Bank');
    await press();
    await screen.findByText(VALUE);
    expect(revealsIn(calls)[0]?.body).toMatchObject({ fieldTypes: ['aadhaar', 'phone'] });
    expect(screen.getByText('Refused: consent does not cover this purpose')).toBeTruthy();
  });

  it.each([
    [120, 'You may see 380 of 500 people more today.', null],
    [500, /.*/, '/approvals?company=1&new=1&purpose=kyc'],
  ])(
    'with %i people used shows the rest, and from 80 %% a link to request approval',
    async (used, text, link) => {
      const budget = { limit: 500, used, resetsAt: date };
      const rest = { searches: budget, bulk: null, approved: 0, erasures: budget };
      stubApi({ 'GET /reveal-budget': { people: budget, ...rest } });
      renderApp(<Screen />);
      await open('Reveal Aadhaar');
      fireEvent.click(await screen.findByLabelText(/^KYC/));
      if (link === null) {
        expect(await screen.findByText(text)).toBeTruthy();
        expect(screen.queryByText('Request approval for more')).toBeNull();
      } else {
        const found = await screen.findByText('Request approval for more');
        await waitFor(() => expect(found.getAttribute('href')).toBe(link));
      }
    },
  );

  it('shows when most of the budget is used', async () => {
    const revealBudget = { limit: 500, used: 400, resetsAt: date };
    await revealAadhaar({ ...answer({ aadhaar: VALUE }), revealBudget });
    expect(await screen.findByText('400 of 500 people of today’s budget are used')).toBeTruthy();
  });

  it('shows the server’s reason if the call is refused', async () => {
    await revealAadhaar(() => problem(403, { message: 'You may not reveal here' }));
    expect(await screen.findByText('You may not reveal here')).toBeTruthy();
  });
});
