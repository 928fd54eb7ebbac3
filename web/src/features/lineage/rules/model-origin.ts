export type ModelOrigin = 'own' | 'agreement' | 'shipped';

/** Where a model comes from, by its version: 'prior-4' ships; one that was learnt adds '/intra:1/…' or '/cross:7/…'. */
export function modelOrigin(version: string): ModelOrigin {
  const scope = version.split('/')[1] ?? '';
  if (scope.startsWith('intra:')) return 'own';
  return scope.startsWith('cross:') ? 'agreement' : 'shipped';
}
