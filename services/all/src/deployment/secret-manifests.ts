interface KeyFile {
  /** keys-<consumer>/<file>, or keys-<consumer>/public/<service>.pem. */
  readonly path: string;
  readonly content: Buffer;
}

interface List {
  readonly apiVersion: 'v1';
  readonly kind: 'List';
  readonly items: readonly object[];
}

interface Naming {
  readonly namespace: string;
  readonly prefix: string;
}

/**
 * Kubernetes objects for the files of the volumes, as one List: kubectl 1.30 to 1.32 read only the first of several
 * JSON documents.
 */
export function secretManifests(files: readonly KeyFile[], { namespace, prefix }: Naming): List {
  const secrets = new Map<string, Record<string, string>>();
  const publicKeys: Record<string, string> = {};
  for (const { path, content } of files) {
    const [, consumer, file] = /^keys-([a-z]+)\/(.+)$/.exec(path) ?? [];
    if (consumer === undefined || file === undefined) continue;
    // Every service's volume has the same public keys.
    const publicKey = /^public\/([\w.-]+)$/.exec(file)?.[1];
    if (publicKey !== undefined) publicKeys[publicKey] = content.toString('utf8');
    else secrets.set(consumer, { ...secrets.get(consumer), [file]: content.toString('base64') });
  }
  const metadata = (name: string) => ({ name: `${prefix}-${name}`, namespace });
  const items = [...secrets].map(([consumer, data]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata(consumer),
    data,
  }));
  const shared = { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('public'), data: publicKeys };
  return { apiVersion: 'v1', kind: 'List', items: [...items, shared] };
}
