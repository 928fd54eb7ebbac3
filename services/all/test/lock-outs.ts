import type { ApiCaller, ApiRequest } from './api-caller.ts';

/** Client address; the gateway trusts X-Forwarded-For of a proxy on this machine. */
const OUTSIDE = '203.0.113.9';
const PAGE = 'https://app.partner.example';
export const lockOutSettings = { PIIVAULT_TRUSTED_PROXIES: '127.0.0.1', PIIVAULT_CORS_ORIGINS: PAGE };

const fromOutside = { 'x-forwarded-for': OUTSIDE };
const fromPage = { origin: PAGE };
const confirm = true;

/** Changes of the lists that would block their own caller, with the setup of each. */
export function lockOuts(asRoot: ApiCaller): { readonly request: ApiRequest; before(): Promise<unknown> }[] {
  // Sequential: the gateway may read the list between two changes, and each state has to admit the caller.
  const put = async (key: ApiRequest['key'], ...bodies: object[]) => {
    for (const body of bodies) await asRoot({ key, body: { ...body, confirm } });
  };
  const nothing = async () => undefined;
  return [
    {
      request: { key: 'POST /admin/access-control/ip', body: { ip: '198.51.100.1' }, headers: fromOutside },
      before: nothing,
    },
    {
      request: { key: 'DELETE /admin/access-control/ip', body: { ip: OUTSIDE }, headers: fromOutside },
      before: () => put('POST /admin/access-control/ip', { ip: OUTSIDE }, { ip: '198.51.100.1' }),
    },
    {
      request: {
        key: 'POST /admin/access-control/domain',
        body: { domain: '.other.example' },
        headers: fromPage,
      },
      before: nothing,
    },
    {
      request: {
        key: 'DELETE /admin/access-control/domain',
        body: { domain: '.partner.example' },
        headers: fromPage,
      },
      before: () =>
        put(
          'POST /admin/access-control/domain',
          { domain: '.partner.example' },
          { domain: '.other.example' },
        ),
    },
    {
      request: {
        key: 'POST /security/blocked-ips',
        body: { ipAddress: OUTSIDE, reason: 'Spraying' },
        headers: fromOutside,
      },
      before: nothing,
    },
  ];
}
