import { describe, expect, it } from 'vitest';
import { sampleDocument } from '../testing/sample-document.ts';
import { blockedBy, initialRequest, pathOf, sampleOf } from './api-request.ts';
import { type Endpoint, endpointsOf, searchEndpoints } from './endpoint.ts';
import { bodyProblems, schemasAt, typeText } from './json-schema.ts';

const endpoints = endpointsOf(sampleDocument);
const { schemas } = sampleDocument.components;
function endpoint(id: string): Endpoint {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
}

describe('endpoints', () => {
  it('are in the order of the tags, with their requirements', () => {
    expect(endpoints.map(({ id }) => id)).toEqual(['setupStatus', 'getPerson', 'putPerson', 'createPerson']);
    expect(endpoint('setupStatus').needsToken).toBe(false);
    expect(endpoint('getPerson')).toMatchObject({ permission: 'pii:read', needsToken: true });
  });
  it('match all words of a search', () => {
    expect(searchEndpoints(endpoints, 'person POST').map(({ id }) => id)).toEqual(['createPerson']);
    expect(searchEndpoints(endpoints, 'nothing')).toEqual([]);
  });
});

describe('requests', () => {
  it('start with the examples and the selected company', () => {
    expect(initialRequest(endpoint('getPerson'), 7).values).toEqual({ id: '48213', companyId: '7' });
    expect(JSON.parse(initialRequest(endpoint('createPerson'), 7).body)).toMatchObject({ companyId: 7 });
    expect(initialRequest(endpoint('getPerson'), undefined).values.companyId).toBe('1');
  });
  it('have their parameters in path and query', () => {
    const values = { id: 'a/b', companyId: '', purpose: 'kyc & more' };
    expect(pathOf(endpoint('getPerson'), { values, body: '' })).toBe(
      '/individuals/a%2Fb?purpose=kyc+%26+more',
    );
  });
  it.each([
    ['getPerson', { values: { id: ' ' }, body: '' }, 'path'],
    ['getPerson', { values: { id: '1' }, body: '' }, undefined],
    ['putPerson', { values: { id: '1' }, body: '{}' }, 'body'],
    ['createPerson', { values: {}, body: '{' }, 'json'],
    ['createPerson', { values: {}, body: '{}' }, undefined],
  ] as const)('of %s with %j are blocked by %s', (id, typed, reason) => {
    expect(blockedBy(endpoint(id), typed)).toBe(reason);
  });
  it('become code samples with the typed body', () => {
    const typed = { values: { id: '1' }, body: '{"name":"Asha"}' };
    const expected = { method: 'PUT', path: '/individuals/1', needsToken: true, body: { name: 'Asha' } };
    expect(sampleOf(endpoint('putPerson'), typed, 'http://h/api')).toMatchObject(expected);
  });
});

describe('schemas', () => {
  const body = endpoint('createPerson').body?.schema ?? {};
  it('are found through references and arrays', () => {
    expect(schemasAt(body, ['consent'], schemas)).toEqual([schemas.Consent]);
    expect(schemasAt(body, ['tags', 0], schemas)).toEqual([{ type: 'string' }]);
    expect(schemasAt(body, ['nothing'], schemas)).toEqual([]);
  });
  it.each([
    ['companyId', 'integer'],
    ['tags', 'string[]'],
    ['kind', '"new" | "old"'],
  ])('of %s is %s', (name, text) => {
    expect(typeText(body.properties?.[name] ?? {}, schemas)).toBe(text);
  });
  it('report missing and unknown keys at any depth', () => {
    const typed = { companyId: 1, wrong: 1, consent: { extra: 1 } };
    expect(bodyProblems(typed, body, schemas)).toEqual([
      { path: [], kind: 'unknown', name: 'wrong' },
      { path: ['consent'], kind: 'missing', name: 'purpose' },
      { path: ['consent'], kind: 'unknown', name: 'extra' },
    ]);
  });
});
