import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '../session/session-store.ts';
import { exampleOf } from '../testing/examples.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { showScreen } from '../testing/screen.tsx';
import { useLastPerson, useRememberPerson } from './last-person.ts';

type Person = { id: number; masterKey: string } | undefined;
function Look({ companyId, person }: { companyId: number; person: Person }) {
  useRememberPerson(companyId, person);
  return null;
}
const Last = ({ companyId }: { companyId: number | undefined }) => {
  const last = useLastPerson(companyId);
  return <p>{last === undefined ? 'none' : `${last.id} of ${last.companyId}`}</p>;
};
const signIn = (id: number) => startSession('t', sampleUser({ id }));
const look = (companyId: number, id: number | undefined) => {
  renderApp(
    <Look companyId={companyId} person={id === undefined ? undefined : { id, masterKey: `k${id}` }} />,
  );
  cleanup();
};
async function expectLast(companyId: number | undefined, text: string) {
  renderApp(<Last companyId={companyId} />);
  expect(await screen.findByText(text)).toBeTruthy();
  cleanup();
}

beforeEach(() => signIn(1));

it('is the newest of each company, and of all', async () => {
  for (const [companyId, id] of [
    [1, 10],
    [2, 20],
    [1, 11],
    [2, undefined],
  ] as const)
    look(companyId, id);
  await expectLast(1, '11 of 1');
  await expectLast(2, '20 of 2');
  await expectLast(undefined, '11 of 1');
  await expectLast(3, 'none');
});

it("is a user's own", async () => {
  look(1, 10);
  signIn(2);
  await expectLast(1, 'none');
});

it.each(['nonsense', '{"a":1}', '[{"companyId":"1","id":null,"masterKey":"k"},7]'])(
  'is none when %s is stored',
  async (stored) => {
    localStorage.setItem('last_people_1', stored);
    await expectLast(undefined, 'none');
  },
);

it('is the person whose profile is opened, and ids are all that is stored', async () => {
  await showScreen('/individuals?company=1&selected=48213');
  await screen.findAllByText('IND_48213');
  const { masterKey } = exampleOf('GET /individuals/{id}');
  const stored = JSON.stringify([{ companyId: 1, id: 48213, masterKey }]);
  await expect.poll(() => localStorage.getItem('last_people_1')).toBe(stored);
});
