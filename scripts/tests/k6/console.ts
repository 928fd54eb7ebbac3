import { sleep } from 'k6';
import { type Prepared, signIn } from './prepare.ts';
import { call, jsonOf } from './vault.ts';

/**
 * A user who works in the console for a minute: signs in, reads lists, opens a profile, reveals, and reads the trail.
 */
export function consoleUser({ email, password, companyId }: Prepared): void {
  const session = signIn(email, password, 'login');
  const get = (route: string, journey: string, path = route) =>
    call(session, { method: 'GET', route, path, journey });

  get('/dashboard/metrics', 'list', `/dashboard/metrics?companyId=${companyId}`);
  const list = get('/individuals', 'list', `/individuals?companyId=${companyId}&limit=50`);
  sleep(1 + Math.random() * 2);
  const people = jsonOf<{ id: number }[]>(list);
  const person = people[Math.floor(Math.random() * people.length)];
  if (person !== undefined) {
    get('/individuals/{id}', 'profile', `/individuals/${person.id}?companyId=${companyId}`);
    sleep(1 + Math.random() * 2);
    get('/individuals/{id}', 'reveal', `/individuals/${person.id}?companyId=${companyId}&purpose=kyc`);
  }
  get('/data-lineage', 'list', `/data-lineage?companyId=${companyId}`);
  sleep(1 + Math.random() * 2);
  get('/audit-trail', 'list', `/audit-trail?companyId=${companyId}&limit=50`);
  call(session, { method: 'POST', route: '/auth/logout', body: {}, journey: 'login' });
}
