import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { exampleRow } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';

/** A dialog, and how it is opened. */
export interface Opened {
  /** Of the screen, with its entry selected where the dialog needs one. */
  address: string;
  /** Name of the button in the screen, the row or its panel, or of the menu button if there is an `item`. */
  opener: string | RegExp;
  item?: string | RegExp;
  /** Neither the dialog nor its screen shows a name that users choose. */
  hasNoName?: true;
}

const companies = '/companies?company=1';
const users = { address: '/users?company=1', opener: /^Actions for / };
const keys = '/encryption-keys?company=1';
const threats = { address: '/security-dashboard?company=1&tab=threats' };
const sessions = '/sign-in-security?company=1';
const webhook = { address: '/webhooks?company=1&selected=4', hasNoName: true } as const;
const approvals = '/approvals?company=1';
const grievance = '/grievances?company=1&selected=8';
const incident = '/incidents?company=1&selected=2';
const purpose = { address: '/purposes?company=1&selected=3' };
const recipient = '/recipients?company=1&selected=5';
const person = '/individuals?company=1&selected=9&open=1';
const inCompany = { address: person, opener: /^Actions in / };

export const dialogs: readonly Opened[] = [
  { address: companies, opener: 'Add Company' },
  { address: companies, opener: 'Link companies' },
  { address: companies, opener: /^Edit / },
  { address: companies, opener: /^Deactivate or suspend / },
  { address: companies, opener: /^Delete / },
  { address: companies, opener: 'End' },
  { address: '/users?company=1', opener: 'Add User' },
  { address: '/users?company=1', opener: /^Edit / },
  { address: '/users?company=1', opener: /^Company roles of / },
  { ...users, item: 'Edit User' },
  { ...users, item: 'Company Roles' },
  { ...users, item: 'API Credentials' },
  { ...users, item: 'Set New Password' },
  { ...users, item: 'Resend Welcome Email' },
  { ...users, item: 'Resend with New Password' },
  { ...users, item: 'Delete User' },
  { address: keys, opener: 'Rotate Key' },
  { address: keys, opener: /^Rotate the/ },
  { address: keys, opener: /^Delete version/ },
  { address: '/access-control?company=1', opener: /^Remove /, hasNoName: true },
  { ...threats, opener: 'Block an address' },
  { ...threats, opener: /^Unblock/ },
  { address: sessions, opener: /^End: / },
  { address: '/imports?company=1&import=12', opener: 'Stop import' },
  { address: '/webhooks?company=1', opener: 'Add Webhook' },
  { ...webhook, opener: 'Edit' },
  { ...webhook, opener: 'Pause' },
  { ...webhook, opener: 'Rotate secret' },
  { ...webhook, opener: /^Delete/ },
  { address: approvals, opener: 'Request approval' },
  { address: approvals, opener: 'Approve' },
  { address: approvals, opener: 'Refuse' },
  { address: grievance, opener: 'Add Grievance' },
  { address: grievance, opener: 'Answer and close' },
  { address: grievance, opener: 'Edit' },
  { address: incident, opener: 'Add Incident' },
  { address: incident, opener: 'Mark as reported' },
  { address: incident, opener: /^Fill/ },
  { ...purpose, opener: 'Add Purpose' },
  { ...purpose, opener: 'Publish a notice' },
  { ...purpose, opener: 'Edit' },
  { address: recipient, opener: 'Add Recipient' },
  { address: recipient, opener: 'Edit' },
  { address: recipient, opener: 'End the sharing' },
  { address: '/erasures?company=1', opener: 'Erase a Person', hasNoName: true },
  { address: '/access-reviews?company=1', opener: 'Start a Review' },
  { address: person, opener: /^Reveal / },
  { address: person, opener: /^Versions of / },
  { ...inCompany, item: 'Access report' },
  { ...inCompany, item: /^Withdraw consent for/ },
  { ...inCompany, item: /^Erase at / },
];

/** For `$name` in the title of a test. */
export const named = <T extends Opened>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, name: String(row.item ?? row.opener) }));

const company = exampleRow('GET /companies');
const key = exampleRow('GET /encryption-keys');
/** Rows that the dialogs need in addition to the contract's examples. */
export const dialogAnswers = {
  'GET /companies': [company, { ...company, id: 2, name: 'Arogya Health', individuals: 0 }],
  'GET /encryption-keys': [
    key,
    { ...key, id: 3, version: 1, status: 'expired', isActive: false, rowsOnVersion: 0 },
  ],
  'GET /pii-fields/91/history': [],
};

/** The topmost dialog. */
export const topDialog = () =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1) ?? null;

/** Shows the screen with these answers and opens the dialog. `opener` is the button that opened it. */
export async function openDialog(
  { address, opener: name, item }: Opened,
  answers: Parameters<typeof showScreen>[1] = dialogAnswers,
) {
  const view = await showScreen(address, answers);
  const [opener] = await screen.findAllByRole('button', { name });
  if (opener === undefined) throw new Error('The opener is missing');
  // The drawer around the dialog takes the focus first.
  const around = topDialog();
  if (around !== null) await waitFor(() => expect(topDialog()?.contains(document.activeElement)).toBe(true));
  opener.focus();
  fireEvent.click(opener);
  if (item !== undefined) {
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(menu).getByRole('menuitem', { name: item }));
  }
  await waitFor(() => {
    expect(topDialog()).not.toBe(around);
    expect(topDialog()?.contains(document.activeElement)).toBe(true);
  });
  return { ...view, opener };
}

/** Presses Escape until the topmost dialog has closed. A dialog listens for it a few frames after it has opened. */
export async function closeByEscape(): Promise<void> {
  const dialog = topDialog();
  await waitFor(() => {
    if (topDialog() === dialog) fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(topDialog()).not.toBe(dialog);
  });
}
