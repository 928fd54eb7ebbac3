import { permissions } from '@pii-vault/contract/permissions';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { securityApi } from '../features/security/testing/samples.ts';
import { startSession } from '../session/session-store.ts';
import { sampleCompany, sampleUser } from '../testing/samples.ts';
import { closeByEscape, newDialogs, openDialog, topDialog } from './testing/opened-dialogs.tsx';

const none = () => new Response('[]', { headers: { 'x-total-count': '0' } });
const lists = [
  ...['approvals', 'link-agreements', 'encryption-keys', 'encryption-keys/rotations', 'access-reviews'],
  ...['erasures', 'grievances', 'incidents', 'purposes', 'recipients', 'users', 'webhooks'],
];
const answers = {
  ...Object.fromEntries(lists.map((list) => [`GET /${list}`, none])),
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
  ...securityApi,
};

beforeEach(() => startSession('t', sampleUser({ permissions: [...permissions] })));

describe('a dialog', () => {
  it.each(newDialogs)('opened by $opener takes the focus, and Escape returns it', async (dialog) => {
    const { opener } = await openDialog(dialog, answers);
    await closeByEscape();
    expect(topDialog()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});
