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
  const status = { id: ids[1] ?? 0, status: 'inactive' };
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
