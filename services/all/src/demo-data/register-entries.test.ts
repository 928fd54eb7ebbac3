import { createGrievanceSchema } from '@pii-vault/contract/grievances/grievances-schema';
import { createIncidentSchema } from '@pii-vault/contract/incidents/incidents-schema';
import { createPurposeSchema } from '@pii-vault/contract/purposes/purposes-schema';
import { createRecipientSchema } from '@pii-vault/contract/recipients/recipients-schema';
import { createWebhookSchema } from '@pii-vault/contract/webhooks/webhooks-schema';
import { expect, it } from 'vitest';
import { PURPOSES } from './fill-vault.ts';
import {
  COMMON_PURPOSES,
  GRIEVANCES,
  INCIDENTS,
  NOTICE_VERSION,
  OWN_PURPOSES,
  RECIPIENTS,
  WEBHOOKS,
} from './register-entries.ts';

it.each([
  ['purposes', createPurposeSchema, [...COMMON_PURPOSES, ...OWN_PURPOSES]],
  ['recipients', createRecipientSchema, RECIPIENTS],
  ['grievances', createGrievanceSchema, GRIEVANCES.map(({ entry }) => entry)],
  ['incidents', createIncidentSchema, INCIDENTS.map(({ entry }) => entry)],
  ['webhooks', createWebhookSchema, WEBHOOKS],
])('%s match the contract', (_, schema, entries) => {
  expect(entries.length).toBeGreaterThan(1);
  for (const entry of entries) expect(schema.safeParse(entry).error).toBeUndefined();
});

it('the consents of the imports refer to a published notice', () => {
  for (const purpose of PURPOSES)
    expect(COMMON_PURPOSES.find((one) => one.purpose === purpose)?.notice?.version).toBe(NOTICE_VERSION);
});

it('recipients receive data for registered purposes', () => {
  const registered = [...COMMON_PURPOSES, ...OWN_PURPOSES].map(({ purpose }) => purpose);
  for (const { purposes } of RECIPIENTS) expect(registered).toEqual(expect.arrayContaining(purposes));
});

it('sends no webhooks to real hosts', () => {
  for (const { url } of WEBHOOKS) expect(new URL(url).hostname).toMatch(/\.example$/);
});
