import type { Handle, Template } from 'pkcs11js';
import { type KeyAlgorithm, KeyStoreError } from './key-store.ts';
import type { DescribedKey } from './pkcs11-protocol.ts';
import { formatReference, madeAt, newKeyId, type Pkcs11Reference } from './pkcs11-reference.ts';
import type { TokenSession } from './pkcs11-session.ts';
import { type KeyTemplates, keyTemplates } from './pkcs11-templates.ts';

/** The keys of this product on one token, as seen by one session. */
export interface TokenKeys {
  /** Looks up and checks every key once. @throws KeyStoreError unsafe */
  load(): void;
  /**
   * Runs `use` with the key's handle. A stale handle is looked up again, once.
   * @throws KeyStoreError absent · Pkcs11Error
   */
  withKey<T>(key: Pkcs11Reference, use: (handle: Handle) => T): T;
  generate(algorithm: KeyAlgorithm): DescribedKey;
  describe(key: Pkcs11Reference): DescribedKey | undefined;
  destroy(key: Pkcs11Reference): void;
  forget(key: Pkcs11Reference): void;
}

/** Handles per C_FindObjects call. */
const PAGE = 256;

/** Handles are cached until they fail, because a search takes 10 ms at 1,000 keys. */
export function tokenKeys(token: TokenSession, isHandleFault: (thrown: unknown) => boolean): TokenKeys {
  const handles = new Map<string, Handle>();
  const templates = keyTemplates(token.api);
  const keys: TokenKeys = {
    load: () => {
      for (const type of ['secret-key', 'private'] as const)
        for (const handle of search(token, templates.ours(type)))
          handles.set(
            formatReference({ type, id: idOf(token, handle) }),
            checked(token, templates, type, handle),
          );
    },
    withKey: (key, use) => {
      const name = formatReference(key);
      const known = handles.get(name);
      try {
        if (known !== undefined) return use(known);
      } catch (error) {
        if (!isHandleFault(error)) throw error;
        handles.delete(name);
      }
      const found = find(token, templates, key);
      if (found === undefined) throw new KeyStoreError('absent', `The token has no key ${name}`);
      handles.set(name, found);
      return use(found);
    },
    generate: (algorithm) => generate(token, templates, algorithm, handles),
    describe: (key) => {
      if (find(token, templates, key) === undefined) return undefined;
      return describeKey(token, templates, key);
    },
    destroy: (key) => {
      handles.delete(formatReference(key));
      const found = [find(token, templates, key), ...search(token, templates.publicHalf(key.id))];
      for (const handle of found)
        if (handle !== undefined) token.library.C_DestroyObject(token.session, handle);
    },
    forget: (key) => handles.delete(formatReference(key)),
  };
  return keys;
}

function generate(
  token: TokenSession,
  templates: KeyTemplates,
  algorithm: KeyAlgorithm,
  handles: Map<string, Handle>,
): DescribedKey {
  const { library, session } = token;
  const key = { type: algorithm === 'Ed25519' ? 'private' : 'secret-key', id: newKeyId(new Date()) } as const;
  const template = templates.create(key);
  const made =
    'secret' in template
      ? library.C_GenerateKey(session, template.mechanism, template.secret)
      : library.C_GenerateKeyPair(session, template.mechanism, template.publicHalf, template.privateHalf)
          .privateKey;
  handles.set(formatReference(key), checked(token, templates, key.type, made));
  return describeKey(token, templates, key);
}

/**
 * @returns undefined only when the token is present and has no such key: a removed token also answers with no objects
 */
function find(token: TokenSession, templates: KeyTemplates, key: Pkcs11Reference): Handle | undefined {
  const [handle] = search(token, templates.search(key));
  if (handle !== undefined) return checked(token, templates, key.type, handle);
  token.library.C_GetTokenInfo(token.slot);
  return undefined;
}

function search({ library, session }: TokenSession, template: Template): Handle[] {
  library.C_FindObjectsInit(session, template);
  try {
    const found: Handle[] = [];
    for (;;) {
      const page = library.C_FindObjects(session, PAGE);
      found.push(...page);
      if (page.length < PAGE) return found;
    }
  } finally {
    library.C_FindObjectsFinal(session);
  }
}

/** @throws KeyStoreError unsafe when the key can be exported or used for another purpose */
function checked(
  { library, session }: TokenSession,
  templates: KeyTemplates,
  type: Pkcs11Reference['type'],
  handle: Handle,
): Handle {
  const wanted = templates.required(type);
  const found = library.C_GetAttributeValue(
    session,
    handle,
    wanted.map(({ attribute }) => ({ type: attribute })),
  );
  const wrong = wanted.filter(({ value }, at) => isSet(found[at]?.value) !== value);
  if (wrong.length === 0) return handle;
  const names = wrong.map(({ name, value }) => `${name} is not ${value}`).join(', ');
  throw new KeyStoreError('unsafe', `A ${type} of this product on the token is not safe: ${names}`);
}

const isSet = (value: unknown): boolean =>
  typeof value === 'boolean' ? value : Buffer.isBuffer(value) && value[0] === 1;

function idOf({ api, library, session }: TokenSession, handle: Handle): Buffer {
  return bytesOf(library.C_GetAttributeValue(session, handle, [{ type: api.CKA_ID }])[0]?.value);
}

function describeKey(token: TokenSession, templates: KeyTemplates, key: Pkcs11Reference): DescribedKey {
  const isSigner = key.type === 'private';
  return {
    reference: formatReference(key),
    algorithm: isSigner ? 'Ed25519' : 'AES-256-GCM',
    createdAt: madeAt(key.id),
    publicKey: isSigner ? publicKeyOf(token, templates, key) : undefined,
  };
}

/** CKA_EC_POINT is a DER octet string of the 32 bytes (PKCS#11 v3.0, 2.3.5); some tokens omit the wrapping. */
function publicKeyOf(token: TokenSession, templates: KeyTemplates, key: Pkcs11Reference): Buffer {
  const { api, library, session } = token;
  const [half] = search(token, templates.publicHalf(key.id));
  if (half === undefined)
    throw new KeyStoreError('integrity', `The public key of ${formatReference(key)} is missing`);
  const point = bytesOf(library.C_GetAttributeValue(session, half, [{ type: api.CKA_EC_POINT }])[0]?.value);
  return Buffer.from(point.subarray(-32));
}

function bytesOf(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  throw new KeyStoreError('unavailable', 'The token returned no value for an attribute');
}
