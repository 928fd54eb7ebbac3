import { ReplayRequest } from '@pii-vault/proto/platform/v1/revocations';
import { expect, it } from 'vitest';
import type { ServiceCaller, ServiceName } from '../../core/context/caller.ts';
import { revocationsRpc } from './revocations-rpc.ts';

const [replay] = revocationsRpc({}).methods;
const as = (service: ServiceName, company: ServiceCaller['company']) =>
  ({ kind: 'service', service, company }) as const;

it.each([
  ['another company', as('audit', 2), 1],
  ['its own company', as('audit', 1), 1],
  ['no company', as('audit', 1), 0],
  ['another service', as('gateway', 'system'), 1],
] as const)('refuses the token of a company, or of another service: %s', (_, caller, companyId) => {
  const request = ReplayRequest.fromPartial({ companyId });
  expect(() => replay?.check(caller, request)).toThrow(
    expect.objectContaining({ code: 'PERMISSION_DENIED' }),
  );
});

it('accepts requests of audit with a system token', () => {
  for (const companyId of [0, 1])
    expect(() =>
      replay?.check(as('audit', 'system'), ReplayRequest.fromPartial({ companyId })),
    ).not.toThrow();
});
