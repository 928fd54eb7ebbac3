import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { fromBase64, toHex } from '../../signed-note/bytes.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, unfinished, watchSavedFiles } from '../../testing/saved-files.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { AuditPage } from './pages/audit-page.tsx';
import { readCheckpoint } from './proof/checkpoint.ts';
import { sampleEntry } from './testing/sample-entry.ts';

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../services/audit/vectors.json'), 'utf8'),
);
const [small, large] = vectors.checkpoints;
const signed = (note: string) => ({ note, keyId: vectors.key.keyId, publicKey: vectors.key.publicKey });
const rootHex = (size: number) => toHex(fromBase64(vectors.roots[size].root));
const verified = (size: number) => ({
  status: 'done',
  verified: true,
  treeSize: size,
  rootHash: rootHex(size),
  checkpointAt: '2026-11-21T09:40:00.000Z',
  entriesChecked: size,
  pending: 0,
  oldestPendingMs: 0,
  firstBadIndex: null,
  reason: null,
});
const consistency = ({ url }: { url: URL }) => {
  const [from, to] = [Number(url.searchParams.get('from')), Number(url.searchParams.get('to'))];
  return vectors.consistency.find((one: { from: number; to: number }) => one.from === from && one.to === to);
};
const reveal = sampleEntry('field_decrypt', {
  individualId: 48213,
  details: { fieldNames: ['pan', 'name'], purpose: 'KYC', ticket: 'reveal' },
});
/** An empty page of the trail: only the tree has to be verified. */
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /audit-trail': [],
  'POST /audit-trail/verify': verified(small.treeSize),
  'GET /audit-trail/checkpoint': signed(small.note),
  'GET /audit-trail/consistency': consistency,
};
const page = (
  <CompanyProvider>
    <AuditPage />
  </CompanyProvider>
);
const show = () => renderApp(page, { route: '/audit?company=1' });
const verify = async () => {
  const button = await screen.findByRole('button', { name: 'Verify Integrity' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
};

beforeAll(() => loadTexts('audit'));
beforeEach(() => startSession('t', sampleUser()));

describe('AuditPage', () => {
  it('lists entries as sentences and opens their details', async () => {
    stubApi({ ...answers, 'GET /audit-trail': [reveal] });
    show();
    expect(await screen.findByText('PAN, name')).toBeTruthy();
    expect(screen.getByText('IND_48213').closest('a')?.getAttribute('href')).toBe(
      '/individuals?company=1&selected=48213',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Details of entry 4' }));
    expect(screen.getByText('4, not checked here yet')).toBeTruthy();
    expect(screen.getByText('req-1')).toBeTruthy();
  });

  it('has the days and times of the company, wherever the reader is', async () => {
    const asked: string[] = [];
    const timestamp = '2026-11-20T19:00:00.000Z';
    stubApi({
      ...answers,
      'GET /companies': [sampleCompany(1, { timeZone: 'Pacific/Kiritimati' })],
      'GET /audit-trail': ({ url }: { url: URL }) => {
        asked.push(`${url.searchParams.get('from')} ${url.searchParams.get('until')}`);
        return [sampleEntry('field_decrypt', { timestamp })];
      },
    });
    renderApp(page, { route: '/audit?company=1&from=2026-11-21&to=2026-11-21' });
    expect(await screen.findByText('Nov 21, 2026')).toBeTruthy();
    expect(screen.getAllByTitle('Nov 21, 2026 at 09:00')).toHaveLength(1);
    expect(screen.getByText(/company’s time zone, Pacific\/Kiritimati/)).toBeTruthy();
    expect(asked).toContain('2026-11-20T10:00:00.000Z 2026-11-21T10:00:00.000Z');
  });

  it('saves the filtered list as the file of the API', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi({
      ...answers,
      'GET /audit-trail': [reveal],
      'GET /audit-trail/export': csvFile('audit-trail.csv'),
    });
    renderApp(page, { route: '/audit?company=1&action=field_decrypt' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Saved as audit-trail.csv')).toBeTruthy();
    expect(saved).toEqual(['audit-trail.csv']);
    const asked = calls.find((call) => call.key === 'GET /audit-trail/export');
    expect(asked?.url.search).toBe('?companyId=1&action=field_decrypt&format=csv');
  });

  it('describes the content of an exported trail', async () => {
    stubApi({ ...answers, 'GET /audit-trail': [reveal], 'GET /audit-trail/export': unfinished });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/with names of actors, IP addresses and user agents/)).toBeTruthy();
  });

  it('shows an empty state', async () => {
    stubApi(answers);
    show();
    expect(await screen.findByText('No audit events available')).toBeTruthy();
  });

  it('shows the verdict in one sentence, keeps the checkpoint, and compares the next one with it', async () => {
    stubApi(answers);
    show();
    await verify();
    expect(
      await screen.findByText(
        `${small.treeSize} entries verified. Nothing was changed, removed or reordered.`,
      ),
    ).toBeTruthy();
    expect(readCheckpoint()).toMatchObject({ size: small.treeSize, origin: vectors.key.name });
    stubApi({
      ...answers,
      'POST /audit-trail/verify': verified(large.treeSize),
      'GET /audit-trail/checkpoint': signed(large.note),
    });
    await verify();
    expect(
      await screen.findByText(
        new RegExp(`consistent with the one you saw here at ${small.treeSize} entries`),
      ),
    ).toBeTruthy();
    expect(readCheckpoint()?.size).toBe(large.treeSize);
  });

  it('names the entry that the server reports as changed', async () => {
    const broken = { ...verified(3), verified: false, firstBadIndex: 2, reason: 'Entry 2 was changed' };
    stubApi({ ...answers, 'POST /audit-trail/verify': broken });
    show();
    await verify();
    expect(await screen.findByText('The trail does not verify: entry 2.')).toBeTruthy();
    expect(screen.getByText('Entry 2 was changed')).toBeTruthy();
  });

  it('rejects a trail that lacks entries which this browser has seen', async () => {
    localStorage.setItem(
      'audit_checkpoint',
      JSON.stringify({ origin: vectors.key.name, size: 9, root: vectors.roots[3].root }),
    );
    stubApi({
      ...answers,
      'GET /audit-trail/consistency': () =>
        problem(400, { message: 'to must not exceed the size of the tree' }),
    });
    show();
    await verify();
    expect(await screen.findByText(/it was rolled back/)).toBeTruthy();
    expect(readCheckpoint()?.size).toBe(9);
  });

  it('rejects a rewritten history and an entry without proof', async () => {
    localStorage.setItem(
      'audit_checkpoint',
      JSON.stringify({ origin: vectors.key.name, size: 2, root: vectors.roots[3].root }),
    );
    stubApi(answers);
    show();
    await verify();
    expect(await screen.findByText(/its past was rewritten/)).toBeTruthy();
    localStorage.clear();
    stubApi({
      ...answers,
      'GET /audit-trail': [reveal],
      'GET /audit-trail/proofs': { checkpoint: signed(small.note), proofs: [] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('PAN, name');
    await verify();
    expect(await screen.findByText('The trail does not verify: entry 4.')).toBeTruthy();
  });

  it('distinguishes an impossible verification from a failed one', async () => {
    stubApi({
      ...answers,
      'POST /audit-trail/verify': () => problem(503, { message: 'Later', requestId: 'r-1' }),
    });
    show();
    await verify();
    expect(await screen.findByText('The trail could not be verified.')).toBeTruthy();
    expect(screen.getByText('r-1')).toBeTruthy();
  });
});
