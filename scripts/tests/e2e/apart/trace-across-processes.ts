import { describe, expect, it, vi } from 'vitest';
import type { CollectedSpan, Collector } from '../../running-vault/collector.ts';
import type { CompanyWorld } from './new-company.ts';

/** Returns the `service.name` of the process that runs a service. */
type ProcessOf = (service: 'audit' | 'vault' | 'gateway') => string;

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const rpc = 'piivault.vault.v1.Records/CreateRecord';

/** Service and name of a span and of each of its ancestors, then the parent id that the caller sent. */
function wayToRoot(spans: readonly CollectedSpan[], start: CollectedSpan): string[] {
  const known = new Map(spans.map((span) => [span.spanId, span]));
  const way: string[] = [];
  let id: string | undefined = start.spanId;
  for (let span = known.get(start.spanId); span !== undefined; span = known.get(id ?? '')) {
    way.push(`${span.service}: ${span.name}`);
    id = span.parentSpanId;
  }
  return [...way, id ?? 'none'];
}

/**
 * Checks the spans that an OpenTelemetry collector gets for one request through three processes and the bus. With one
 * process, consumers run in a thread that exports its own spans.
 */
export function traceAcrossProcesses(
  world: Pick<CompanyWorld, 'vault' | 'bearer' | 'companyId'>,
  collector: () => Collector,
  processOf: ProcessOf = (service) => service,
): void {
  describe('a trace', () => {
    it("leads from a partner's request over gRPC and SQL to the consumer on the bus", async () => {
      const created = await fetch(`${world.vault.address}/api/pii-records`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.bearer}`,
          'content-type': 'application/json',
          traceparent: `00-${traceId}-${parentId}-01`,
        },
        body: JSON.stringify({
          companyId: world.companyId,
          consentDetails: { purpose: 'kyc' },
          fields: { name: 'Asha Rao' },
        }),
      });
      expect(created.status).toBe(201);
      await vi.waitFor(
        () => {
          const spans = collector().spansOf(traceId);
          const taken = spans.find(
            ({ service, name }) => service === processOf('audit') && name === 'audit-intake-vault process',
          );
          if (taken === undefined) throw new Error('audit has exported no span yet');
          expect(wayToRoot(spans, taken)).toEqual([
            `${processOf('audit')}: audit-intake-vault process`,
            `${processOf('vault')}: vault write_people_alone`,
            `${processOf('vault')}: ${rpc}`,
            `${processOf('gateway')}: ${rpc}`,
            `${processOf('gateway')}: POST /api/pii-records`,
            parentId,
          ]);
          const ofAudit = spans.filter(({ service }) => service === processOf('audit'));
          expect(ofAudit.some(({ name }) => name.startsWith('audit '))).toBe(true);
        },
        // Each process exports its spans every 5 s.
        { timeout: 60_000, interval: 250 },
      );
    });
  });
}
