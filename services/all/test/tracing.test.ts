import { type RecordedSpans, recordSpans } from '@pii-vault/platform/testing/recorded-spans';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { apiCaller } from './api-caller.ts';
import { firstAdmin, signIn } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
let vault: WholeVault;
let spans: RecordedSpans;
let token: string;

beforeAll(async () => {
  spans = recordSpans();
  vault = await startWholeVault(allModules);
  await firstAdmin(vault.origin);
  ({ bearer: token } = await signIn(vault.origin));
  await apiCaller(vault.origin, token)({ key: 'POST /companies', body: { name: 'Saral', code: 'SARAL' } });
});
afterAll(async () => {
  await vault?.stop();
  spans?.stop();
});

function createRecord(headers: Record<string, string>): Promise<Response> {
  return fetch(`${vault.origin}/api/pii-records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ companyId: 1, consentDetails: { purpose: 'kyc' }, fields: { name: 'Asha Rao' } }),
  });
}

/** For each span of this name: its name and those of its ancestors, up to the external id. */
function waysToRoot(name: string): string[][] {
  const ours = new Map(spans.of(traceId).map((span) => [span.spanContext().spanId, span]));
  const starts = [...ours.values()].filter((span) => span.name === name);
  return starts.map((start) => {
    const way: string[] = [];
    let id = start.spanContext().spanId;
    for (let span = ours.get(id); span !== undefined; span = ours.get(id)) {
      way.push(span.name);
      id = span.parentSpanContext?.spanId ?? 'none';
    }
    return [...way, id];
  });
}

it("follows a partner's trace from HTTP over RPC and SQL to the consumers on the bus", async () => {
  await vault.host.drain();
  const traceparent = `00-${traceId}-${parentId}-01`;
  const created = await createRecord({ traceparent, baggage: 'owner=somebody' });
  expect(created.status).toBe(201);
  await vault.host.drain();
  const rpc = 'piivault.vault.v1.Records/CreateRecord';
  const sql = 'vault write_people_alone';
  expect(waysToRoot('audit-intake-vault process')).toEqual([
    ['audit-intake-vault process', sql, rpc, rpc, 'POST /api/pii-records', parentId],
  ]);
  expect(spans.withBaggage).toEqual([]);
});

it('starts a new trace when the header is invalid', async () => {
  const before = spans.of(traceId).length;
  expect((await createRecord({ traceparent: `00-${'0'.repeat(32)}-${parentId}-01` })).status).toBe(201);
  expect((await createRecord({ traceparent: 'x'.repeat(5_000) })).status).toBe(201);
  expect(spans.of('0'.repeat(32))).toEqual([]);
  expect(spans.of(traceId)).toHaveLength(before);
});
