import { generate, toCsv } from '@pii-vault/all/demo-data/generate';
import type { PersonRow } from '@pii-vault/all/demo-data/person-row';
import { describe, expect, it, vi } from 'vitest';
import { connectPartner, type Partner } from '../../running-vault/api-partner.ts';
import type { Walk } from './walk.ts';

const BATCH = 1_000;
const STREAMED = 400;
const consentDetails = {
  purpose: 'kyc',
  noticeVersion: '2026-01',
  language: 'en',
  channel: 'partner',
} as const;

/** The record of a row, without its empty fields. */
function recordOf({ customer_id: externalId, ...values }: PersonRow) {
  const fields: Record<string, string> = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== ''),
  );
  return { externalId, fields };
}

/** A body that is sent in pieces, as from a file that is still being written. */
function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const size = Math.ceil(bytes.length / 7);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
}

/** Step 6: a partner system does the same with API credentials and the REST API. */
export function partnerSystem(walk: Walk): void {
  describe('6: a partner system', () => {
    const system = otherSystem(walk);
    itCreates(walk, system);
    itImports(walk, system);
    itReads(walk, system);
  });
}

/** The partner system, its data, and the people that it has created. */
interface OtherSystem {
  readonly single: PersonRow;
  readonly batch: readonly PersonRow[];
  readonly streamed: readonly PersonRow[];
  /** People of the batch. */
  made: number[];
  /** Connects at the first call. */
  partner(): Promise<Partner>;
}

function otherSystem(walk: Walk): OtherSystem {
  const companies = [{ code: 'PARTNER' }];
  const [file] = generate({ seed: 12, companies, rowsPerCompany: BATCH + STREAMED + 1 }).files;
  const [single, ...rows] = file?.rows ?? [];
  if (single === undefined) throw new Error('The generator made no people');
  let partner: Promise<Partner> | undefined;
  return {
    single,
    batch: rows.slice(0, BATCH),
    streamed: rows.slice(BATCH),
    made: [],
    partner() {
      partner ??= walk.api().then((api) => connectPartner(walk.vault.address, api, walk.bank));
      return partner;
    },
  };
}

function itCreates(walk: Walk, system: OtherSystem): void {
  it('creates one record', async () => {
    const { client } = await system.partner();
    const { externalId, fields } = recordOf(system.single);
    const body = { companyId: walk.bank, consentDetails, externalId, fields };
    const created = await client.call('POST /pii-records', { body });
    expect(created.individualId).toBeGreaterThan(0);
    expect(Object.keys(created.fieldIds).sort()).toEqual(Object.keys(fields).sort());
  });

  it('creates a batch of 1,000, of which only a bad record is rejected', async () => {
    const { client } = await system.partner();
    const records = system.batch.map(recordOf);
    records[17] = { externalId: 'P-17', fields: { pan: 'NOT-A-PAN' } };
    const { results } = await client.call('POST /pii-records/batch', {
      body: { companyId: walk.bank, consentDetails, records },
    });
    const rejected = results.filter(({ status }) => status === 'rejected');
    expect(rejected).toEqual([
      { index: 17, status: 'rejected', errors: [expect.objectContaining({ path: 'pan' })] },
    ]);
    expect(JSON.stringify(rejected)).not.toContain('NOT-A-PAN');
    system.made = results.flatMap(({ individualId }) => individualId ?? []);
    expect(new Set(system.made).size).toBe(BATCH - 1);
  });
}

function itImports(walk: Walk, system: OtherSystem): void {
  it('imports a file that is streamed', async () => {
    const { bearer, client } = await system.partner();
    const address = `${walk.vault.address}/api/imports?companyId=${walk.bank}&purpose=kyc&fileName=partner.csv`;
    // Node needs `duplex` to send a stream; the DOM's type lacks it.
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv' },
      body: inPieces(toCsv(system.streamed)),
      duplex: 'half',
    };
    const answer = await fetch(address, request);
    expect(answer.status).toBe(202);
    const { id } = (await answer.json()) as { id: number };
    await vi.waitFor(
      async () => {
        const state = await client.call('GET /imports/{id}', { params: { id } });
        expect(state).toMatchObject({ status: 'done', accepted: STREAMED, rejected: 0 });
      },
      { timeout: 60_000, interval: 200 },
    );
  });
}

function itReads(walk: Walk, system: OtherSystem): void {
  it('reveals in bulk for a purpose, and nothing for another', async () => {
    const { client } = await system.partner();
    const individualIds = system.made.slice(0, 200);
    const reveal = (purpose: string) =>
      client.call('POST /pii-records/reveal', {
        body: { companyId: walk.bank, individualIds, fieldTypes: ['pan'], purpose },
      });
    const kept = system.batch.filter((_, index) => index !== 17).slice(0, 200);
    const { records } = await reveal('kyc');
    expect(records.map(({ fields }) => fields.pan ?? '')).toEqual(kept.map(({ pan }) => pan));
    const refused = await reveal('marketing');
    expect(refused.records.every(({ fields }) => Object.keys(fields).length === 0)).toBe(true);
    const [withPan] = refused.records.filter((_, index) => kept[index]?.pan !== '');
    expect(withPan?.refused).toEqual({ pan: 'PURPOSE_NOT_COVERED' });
  });

  it('gets no data of another company', async () => {
    const { client } = await system.partner();
    const foreign = client.call('GET /individuals', { query: { companyId: walk.clinic } });
    await expect(foreign).rejects.toMatchObject({ status: 403 });
  });
}
