import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromBase64, toHex } from '../../signed-note/bytes.ts';
import { sampleCompany, sampleEntry } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { readCheckpoint } from './proof/checkpoint.ts';

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
const show = (more: object = {}, search = '') =>
  showScreen(`/audit?company=1${search}`, { ...answers, ...more });
/** As if this browser had seen the trail at a size. */
const seen = (size: number) =>
  localStorage.setItem(
    'audit_checkpoint',
    JSON.stringify({ origin: vectors.key.name, size, root: vectors.roots[3].root }),
  );
const verify = async () => {
  const button = await screen.findByRole('button', { name: 'Verify Integrity' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
};

describe('AuditPage', () => {
  it('lists entries as sentences and opens their details', async () => {
    await show({ 'GET /audit-trail': [reveal] });
    expect(await screen.findByText('PAN, name')).toBeTruthy();
    expect(screen.getByText('IND_48213').closest('a')?.getAttribute('href')).toBe(
      '/individuals?company=1&selected=48213',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Details of entry 4' }));
    expect(screen.getByText('4, not verified here yet')).toBeTruthy();
    expect(screen.getByText('req-1')).toBeTruthy();
  });

  it('has the days and times of the company, wherever the reader is', async () => {
    const timestamp = '2026-11-20T19:00:00.000Z';
    const { sent } = await show(
      {
        'GET /companies': [sampleCompany(1, { timeZone: 'Pacific/Kiritimati' })],
        'GET /audit-trail': [sampleEntry('field_decrypt', { timestamp })],
      },
      '&from=2026-11-21&to=2026-11-21',
    );
    expect(await screen.findByText('21 Nov 2026')).toBeTruthy();
    expect(screen.getAllByTitle('21 Nov 2026, 09:00')).toHaveLength(1);
    expect(screen.getByText(/company’s time zone, Pacific\/Kiritimati/)).toBeTruthy();
    const asked = sent('GET /audit-trail').map(({ url }) =>
      ['from', 'until'].map((n) => url.searchParams.get(n)),
    );
    expect(asked).toContainEqual(['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']);
  });

  it('describes an empty trail', async () => {
    await show();
    expect(await screen.findByText('No audit events available')).toBeTruthy();
  });

  it('shows the verdict in one sentence, keeps the checkpoint, and compares the next one with it', async () => {
    await show();
    await verify();
    await screen.findByText(`${small.treeSize} entries verified. None was changed, removed or reordered.`);
    expect(readCheckpoint()).toMatchObject({ size: small.treeSize, origin: vectors.key.name });
    stubApi({
      ...answers,
      'POST /audit-trail/verify': verified(large.treeSize),
      'GET /audit-trail/checkpoint': signed(large.note),
    });
    await verify();
    await screen.findByText(new RegExp(`consistent with the one you saw here at ${small.treeSize} entries`));
    expect(readCheckpoint()?.size).toBe(large.treeSize);
  });

  it('names the entry that the server reports as changed', async () => {
    const broken = { ...verified(3), verified: false, firstBadIndex: 2, reason: 'Entry 2 was changed' };
    await show({ 'POST /audit-trail/verify': broken });
    await verify();
    expect(await screen.findByText('The trail failed verification at entry 2.')).toBeTruthy();
    expect(screen.getByText('Entry 2 was changed')).toBeTruthy();
  });

  it('rejects a trail that lacks entries which this browser has seen', async () => {
    seen(9);
    const beyond = () => problem(400, { message: 'to must not exceed the size of the tree' });
    await show({ 'GET /audit-trail/consistency': beyond });
    await verify();
    expect(await screen.findByText(/it was rolled back/)).toBeTruthy();
    expect(readCheckpoint()?.size).toBe(9);
  });

  it('rejects a rewritten history and an entry without proof', async () => {
    seen(2);
    await show();
    await verify();
    expect(await screen.findByText(/earlier entries were rewritten/)).toBeTruthy();
    localStorage.clear();
    stubApi({
      ...answers,
      'GET /audit-trail': [reveal],
      'GET /audit-trail/proofs': { checkpoint: signed(small.note), proofs: [] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('PAN, name');
    await verify();
    expect(await screen.findByText('The trail failed verification at entry 4.')).toBeTruthy();
  });

  it('distinguishes an impossible verification from a failed one', async () => {
    await show({ 'POST /audit-trail/verify': () => problem(503, { message: 'Later', requestId: 'r-1' }) });
    await verify();
    expect(await screen.findByText('The trail could not be verified.')).toBeTruthy();
    expect(screen.getByText('r-1')).toBeTruthy();
  });
});
