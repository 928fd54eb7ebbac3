import type { Mechanism, Template } from 'pkcs11js';
import type { Pkcs11Reference } from './pkcs11-reference.ts';
import type { Pkcs11Api } from './pkcs11-session.ts';

/** CKA_LABEL of every key of this product. */
const LABEL = 'pii-vault';
/** PKCS#11 v3.0. */
const CKM_EC_EDWARDS_KEY_PAIR_GEN = 0x1055;
const AES_KEY_BYTES = 32;
/** DER of the object identifier 1.3.101.112, Ed25519 (RFC 8410). */
const ED25519 = Buffer.from('06032b6570', 'hex');

type Type = Pkcs11Reference['type'];

interface RequiredAttribute {
  readonly name: string;
  readonly attribute: number;
  readonly value: boolean;
}

export type NewKeyTemplate =
  | { readonly mechanism: Mechanism; readonly secret: Template }
  | { readonly mechanism: Mechanism; readonly publicHalf: Template; readonly privateHalf: Template };

/** Attributes to create, find and check keys by. */
export interface KeyTemplates {
  create(key: Pkcs11Reference): NewKeyTemplate;
  search(key: Pkcs11Reference): Template;
  publicHalf(id: Buffer): Template;
  /** All of this product's keys of a type. */
  ours(type: Type): Template;
  /** Required attributes: the key never leaves the token and has one purpose. */
  required(type: Type): readonly RequiredAttribute[];
}

export function keyTemplates(api: Pkcs11Api): KeyTemplates {
  const classOf = (type: Type) => (type === 'private' ? api.CKO_PRIVATE_KEY : api.CKO_SECRET_KEY);
  return {
    create: (key) => create(api, key),
    search: ({ type, id }) =>
      template([api.CKA_CLASS, classOf(type)], [api.CKA_TOKEN, true], [api.CKA_ID, id]),
    publicHalf: (id) =>
      template([api.CKA_CLASS, api.CKO_PUBLIC_KEY], [api.CKA_TOKEN, true], [api.CKA_ID, id]),
    ours: (type) => template([api.CKA_CLASS, classOf(type)], [api.CKA_TOKEN, true], [api.CKA_LABEL, LABEL]),
    required: (type) => required(api, type),
  };
}

function required(api: Pkcs11Api, type: Type): readonly RequiredAttribute[] {
  const isSigner = type === 'private';
  return [
    { name: 'CKA_SENSITIVE', attribute: api.CKA_SENSITIVE, value: true },
    { name: 'CKA_EXTRACTABLE', attribute: api.CKA_EXTRACTABLE, value: false },
    { name: 'CKA_ALWAYS_SENSITIVE', attribute: api.CKA_ALWAYS_SENSITIVE, value: true },
    { name: 'CKA_NEVER_EXTRACTABLE', attribute: api.CKA_NEVER_EXTRACTABLE, value: true },
    { name: 'CKA_LOCAL', attribute: api.CKA_LOCAL, value: true },
    { name: 'CKA_PRIVATE', attribute: api.CKA_PRIVATE, value: true },
    { name: 'CKA_DECRYPT', attribute: api.CKA_DECRYPT, value: !isSigner },
    { name: 'CKA_SIGN', attribute: api.CKA_SIGN, value: isSigner },
    { name: 'CKA_UNWRAP', attribute: api.CKA_UNWRAP, value: false },
    { name: 'CKA_DERIVE', attribute: api.CKA_DERIVE, value: false },
    ...(isSigner ? [] : [{ name: 'CKA_WRAP', attribute: api.CKA_WRAP, value: false }]),
  ];
}

function create(api: Pkcs11Api, { type, id }: Pkcs11Reference): NewKeyTemplate {
  const kept: Attribute[] = [
    [api.CKA_TOKEN, true],
    [api.CKA_PRIVATE, true],
    [api.CKA_SENSITIVE, true],
    [api.CKA_EXTRACTABLE, false],
    [api.CKA_MODIFIABLE, false],
    [api.CKA_UNWRAP, false],
    [api.CKA_DERIVE, false],
    [api.CKA_LABEL, LABEL],
    [api.CKA_ID, id],
  ];
  if (type === 'secret-key')
    return {
      mechanism: { mechanism: api.CKM_AES_KEY_GEN },
      secret: template(
        ...kept,
        [api.CKA_CLASS, api.CKO_SECRET_KEY],
        [api.CKA_KEY_TYPE, api.CKK_AES],
        [api.CKA_VALUE_LEN, AES_KEY_BYTES],
        [api.CKA_ENCRYPT, true],
        [api.CKA_DECRYPT, true],
        [api.CKA_WRAP, false],
        [api.CKA_SIGN, false],
        [api.CKA_VERIFY, false],
      ),
    };
  return {
    mechanism: { mechanism: CKM_EC_EDWARDS_KEY_PAIR_GEN },
    privateHalf: template(
      ...kept,
      [api.CKA_CLASS, api.CKO_PRIVATE_KEY],
      [api.CKA_SIGN, true],
      [api.CKA_DECRYPT, false],
    ),
    publicHalf: template(
      [api.CKA_CLASS, api.CKO_PUBLIC_KEY],
      [api.CKA_TOKEN, true],
      [api.CKA_VERIFY, true],
      [api.CKA_EC_PARAMS, ED25519],
      [api.CKA_LABEL, LABEL],
      [api.CKA_ID, id],
    ),
  };
}

type Attribute = readonly [type: number, value: boolean | number | string | Buffer];

function template(...attributes: readonly Attribute[]): Template {
  return attributes.map(([type, value]) => ({ type, value }));
}
