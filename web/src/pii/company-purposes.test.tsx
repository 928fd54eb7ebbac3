import { zodResolver } from '@hookform/resolvers/zod';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../i18n/i18n.ts';
import { startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { ConsentFields } from './consent-fields.tsx';
import { type ConsentForm, consentFormSchema, emptyConsent, toConsent } from './consent-form.ts';

beforeAll(() => loadTexts('pii'));
beforeEach(() => startSession('t', sampleUser()));

function Consent({ onSend }: { onSend: (consent: object) => void }) {
  const { register, formState, handleSubmit, watch } = useForm<ConsentForm>({
    resolver: zodResolver(consentFormSchema),
    defaultValues: emptyConsent,
  });
  return (
    <form onSubmit={handleSubmit((consent) => onSend(toConsent(consent)))}>
      <ConsentFields
        companyId={1}
        register={register}
        path={(key) => key}
        values={{ purpose: watch('purpose'), noticeVersion: watch('noticeVersion') }}
        errors={formState.errors}
      />
      <button type="submit">Send</button>
    </form>
  );
}

it('offers all purposes of the register, and takes a typed name for the purpose', async () => {
  const entry = (id: number, purpose: string) => ({ id, companyId: 1, purpose, notices: [] });
  const link = '</api/purposes?cursor=more>; rel="next"';
  stubApi({
    'GET /purposes': ({ url }: { url: URL }) =>
      url.searchParams.has('cursor')
        ? [entry(2, 'kyc')]
        : Response.json([entry(3, 'loan_recovery')], { headers: { link } }),
  });
  const onSend = vi.fn();
  renderApp(<Consent onSend={onSend} />, { route: '/' });
  const field = await screen.findByLabelText('Purpose');
  fireEvent.click(field);
  const offered = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(offered.map((option) => option.textContent)).toEqual(['Loan recoveryloan_recovery', 'KYCkyc']);
  fireEvent.change(field, { target: { value: 'Loan  Recovery' } });
  fireEvent.change(screen.getByLabelText('Also for'), { target: { value: 'Credit risk, kyc' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
  expect(onSend.mock.calls[0]?.[0]).toMatchObject({
    purpose: 'loan_recovery',
    alsoFor: ['credit_risk', 'kyc'],
  });
});

it('offers the notices of the purpose, newest first, and chooses none', async () => {
  const notice = (version: string, publishedAt: string) => ({ version, publishedAt, fieldTypes: ['name'] });
  const notices = [notice('v1', '2026-01-02T08:00:00.000Z'), notice('v2', '2026-03-04T08:00:00.000Z')];
  stubApi({ 'GET /purposes': [{ id: 1, companyId: 1, purpose: 'kyc', notices }] });
  renderApp(<Consent onSend={vi.fn()} />, { route: '/' });
  const purpose = await screen.findByLabelText('Purpose');
  fireEvent.change(purpose, { target: { value: 'kyc' } });
  fireEvent.blur(purpose);
  const field = await screen.findByLabelText<HTMLInputElement>('Notice version');
  fireEvent.click(field);
  const offered = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(offered.map((option) => option.textContent?.slice(0, 2))).toEqual(['v2', 'v1']);
  expect(field.value).toBe('');
});
