import { FiguresService } from '@pii-vault/proto/tenancy/v1/figures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootTenancy, SUPER, type TenancyWorld } from './tenancy-world.ts';

let tenancy: TenancyWorld;
let ids: number[];
const count = async (user: object, companyId?: number) => {
  const ctx = await tenancy.world.as(user);
  const request = { companyId: companyId };
  const { companies, active } = await tenancy.world
    .client(FiguresService, 'tenancy')
    .countCompanies(ctx, request);
  return [companies, active];
};
const READ = ['pii:read'];

beforeAll(async () => {
  tenancy = await bootTenancy();
  ids = [await tenancy.create('ONE'), await tenancy.create('TWO'), await tenancy.create('THREE')];
  const status = { companyId: ids[1] ?? 0, status: 'inactive', ifRowVersion: undefined };
  await tenancy.companies.setCompanyStatus(await tenancy.world.as(SUPER), status);
});
afterAll(async () => tenancy?.world.stop());

it('counts the companies in which the caller may read people', async () => {
  const [one = 0, two = 0, three = 0] = ids;
  expect(await count({ everywhere: READ })).toEqual([3, 2]);
  expect(await count({ companies: { [one]: READ, [two]: READ, [three]: ['company:manage'] } })).toEqual([
    2, 1,
  ]);
  expect(await count({ companies: { [one]: READ, [two]: READ } }, two)).toEqual([1, 0]);
});

it('refuses users without the permission, other companies, services and calls without a token', async () => {
  const [one = 0, two = 0] = ids;
  await expect(count({ companies: { [one]: ['company:manage'] } })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  await expect(count({ companies: { [one]: READ } }, two)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  const figures = tenancy.world.client(FiguresService, 'tenancy');
  await expect(figures.countCompanies(tenancy.world.asService('gateway'), {})).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  for (const [what, ctx] of await tenancy.world.refused({ everywhere: READ }))
    await expect(figures.countCompanies(ctx, {}), what).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
