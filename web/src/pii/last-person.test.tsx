import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { showScreen } from '../testing/screen.tsx';
import { useLastPerson, useRememberPerson } from './last-person.ts';

function Look({ companyId, id }: { companyId: number; id: number | undefined }) {
  useRememberPerson(companyId, id);
  return null;
}
const Last = ({ companyId }: { companyId: number | undefined }) => {
  const last = useLastPerson(companyId);
  return <p>{last === undefined ? 'nobody' : `${last.id} of ${last.companyId}`}</p>;
};
const signIn = (id: number) => startSession('t', sampleUser({ id }));
const look = (companyId: number, id: number | undefined) => {
  renderApp(<Look companyId={companyId} id={id} />);
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
  await expectLast(3, 'nobody');
});

it("is a user's own", async () => {
  look(1, 10);
  signIn(2);
  await expectLast(1, 'nobody');
});

it.each(['nonsense', '{"a":1}', '[{"companyId":"1","id":null},7]'])(
  'is nobody when %s is stored',
  async (stored) => {
    localStorage.setItem('last_people_1', stored);
    await expectLast(undefined, 'nobody');
  },
);

it('is the person whose profile is opened, and ids are all that is stored', async () => {
  await showScreen('/individuals?company=1&selected=48213');
  await screen.findAllByText('IND_48213');
  await expect.poll(() => localStorage.getItem('last_people_1')).toBe('[{"companyId":1,"id":48213}]');
});
