interface KeyFile {
  /** keys-<consumer>/<file>, or keys-<consumer>/public/<service>.pem. */
  readonly path: string;
  readonly content: Buffer;
}

interface Naming {
  readonly namespace: string;
  readonly prefix: string;
}

/** Kubernetes objects for the files of the volumes. JSON is valid YAML, so `kubectl apply -f -` accepts it. */
export function secretManifests(files: readonly KeyFile[], { namespace, prefix }: Naming): object[] {
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
  return [
    ...[...secrets].map(([consumer, data]) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata(consumer),
      data,
    })),
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('public'), data: publicKeys },
  ];
}
