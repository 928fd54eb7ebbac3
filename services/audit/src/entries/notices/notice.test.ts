import { describe, expect, it } from 'vitest';
import type { Leaf } from '../leaf.ts';
import { noticeOf } from './notice.ts';

const leaf = (more: Partial<Leaf>): Leaf => ({
  version: 1,
  action: 'budget_alarm',
  producer: 'vault',
  epoch: 1,
  seq: 7,
  companySeq: 3,
  companyId: 2,
  timestamp: '2026-11-22T08:00:00.000Z',
  actorType: 'user',
  actorId: '12',
  ...more,
});
const subjectOf = (more: Partial<Leaf>) => noticeOf(leaf(more))?.subject;

describe('the notice of an entry', () => {
  it.each([
    'field_decrypt',
    'access_refused',
    'login_failure',
    'webhook_replay',
    'user_update',
    'company_update',
    'toString',
    'budget_warning',
  ])('does not exist for %s', (action) => {
    expect(noticeOf(leaf({ action }))).toBeUndefined();
  });

  it.each([
    ['user_delete', { objectIds: { userId: '7' } }, 'user_delete'],
    [
      'user_update',
      { objectIds: { userId: '7', status: 'suspended' }, fieldNames: ['status'] },
      'user_disable',
    ],
    ['user_update', { objectIds: { userId: '7', status: 'active' }, fieldNames: ['status'] }, undefined],
    ['company_update', { fieldNames: ['tier'] }, 'company_update'],
    ['company_update', { fieldNames: ['brandingConfig'] }, undefined],
    ['company_status', { objectIds: { from: 'active', to: 'suspended' } }, 'company_status'],
    ['company_reactivation_request', {}, 'company_reactivation_request'],
    ['company_reactivation_refuse', {}, 'company_reactivation_refuse'],
    ['data_erase', { individualId: 5 }, 'data_erase'],
    ['data_erase', { actorType: 'service', actorId: 'vault' }, undefined],
    ['key_destroy', { objectIds: { keyId: '3' } }, 'key_destroy'],
    ['key_destroy', { actorType: 'service', actorId: 'crypto' }, undefined],
    ['webhook_delete', { objectIds: { webhookId: '4' } }, 'webhook_delete'],
    ['link_agreement_end', { objectIds: { agreementId: '4' } }, 'link_agreement_end'],
  ])('exists for each destructive act: %s %o', (action, more, kind) => {
    expect(noticeOf(leaf({ action, ...more }))?.kind).toBe(kind);
  });

  it('contains actor, company and ids, and no address or other data', () => {
    const more = {
      objectIds: { budget: 'reveal', ipAddress: '192.0.2.1' },
      ipAddress: '192.0.2.1',
      purpose: 'kyc',
    };
    expect(noticeOf(leaf(more))).toEqual({
      kind: 'budget_alarm',
      companyId: 2,
      subject: 'user:12::reveal',
      actorType: 'user',
      actorId: '12',
      onBehalfOf: '',
      reason: '',
      objectIds: { budget: 'reveal' },
      occurredAt: new Date('2026-11-22T08:00:00.000Z'),
    });
    const rule = { action: 'access_rule_add', objectIds: { kind: 'ip', rule: '192.0.2.1' } };
    expect(noticeOf(leaf(rule))?.objectIds).toEqual({ kind: 'ip' });
  });

  it('of an alarm is about the credential, the account or the topic, once a day', () => {
    const probe = { action: 'matching_probe', objectIds: { credential: 'user:7', otherCompanyId: '5' } };
    expect(subjectOf(probe)).toBe(
      subjectOf({ ...probe, seq: 9, objectIds: { ...probe.objectIds, otherCompanyId: '6' } }),
    );
    expect(subjectOf(probe)).not.toBe(subjectOf({ ...probe, objectIds: { credential: 'user:8' } }));
    expect(subjectOf({ action: 'event_refused', objectIds: { topic: 'vault.audit' } })).toBe('vault.audit');
    expect(subjectOf({ actorId: '12' })).not.toBe(subjectOf({ actorId: '13' }));
  });

  it('of an erasure or a destroyed key is one mail a day for each account', () => {
    for (const action of ['data_erase', 'key_destroy']) {
      expect(subjectOf({ action })).toBe(subjectOf({ action, seq: 8, objectIds: { keyId: '4' } }));
      expect(subjectOf({ action })).not.toBe(subjectOf({ action, actorId: '13' }));
      expect(noticeOf(leaf({ action, individualId: 5, fieldNames: ['phone'] }))?.objectIds).toEqual({});
    }
  });

  it('of a lifted stop is sent each time', () => {
    const lifted = {
      action: 'matching_probe',
      reason: 'PROBE_STOP_LIFTED',
      objectIds: { credential: 'user:7' },
    };
    expect(noticeOf(leaf(lifted))?.kind).toBe('probe_stop_lift');
    expect(subjectOf(lifted)).not.toBe(subjectOf({ ...lifted, seq: 8 }));
    expect(noticeOf(leaf({ ...lifted, reason: 'PROBE_LINKS' }))?.kind).toBe('matching_probe');
  });

  it('of widened access is sent for each entry', () => {
    for (const action of ['webhook_create', 'link_agreement_accept', 'access_rule_add'])
      expect(subjectOf({ action })).not.toBe(subjectOf({ action, seq: 8 }));
  });

  it('of a verification exists when the trail does not verify', () => {
    expect(noticeOf(leaf({ action: 'audit_verify', reason: 'VERIFIED' }))).toBeUndefined();
    expect(subjectOf({ action: 'audit_verify', reason: 'NOT_VERIFIED' })).toBe('trail');
  });
});
