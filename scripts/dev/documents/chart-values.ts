import { isMap, isNode, isScalar, parseDocument, type YAMLMap } from 'yaml';

const HEAD = `# Chart pii-vault

Installs PII Vault on Kubernetes 1.30 or later: [deploy/kubernetes.md](../../deploy/kubernetes.md). Made from
\`values.yaml\` by \`node scripts/dev/documents/main.ts --write\`.

| value | default | |
| --- | --- | --- |
`;

/** The README of the chart: each value of values.yaml with its default and its comment. */
export function chartReadme(values: string): string {
  const { contents } = parseDocument(values);
  if (!isMap(contents)) throw new Error('values.yaml is not a map');
  return HEAD + rowsOf(contents, '').join('');
}

function rowsOf(map: YAMLMap, path: string, heading = ''): string[] {
  return map.items.flatMap((pair, at) => {
    const { key, value } = pair;
    const name = `${path}${isScalar(key) ? key.value : ''}`;
    // The parser gives the first comment in a map to the map.
    const own = isScalar(key) && key.commentBefore ? key.commentBefore : at === 0 ? map.commentBefore : '';
    const comment = [at === 0 ? heading : '', oneLine(own)].filter((text) => text !== '').join(' ');
    // A map in one line is one value. The comment of another one goes to its first value.
    return isMap(value) && !value.flow
      ? rowsOf(value, `${name}.`, comment)
      : [`| \`${name}\` | \`${defaultOf(value)}\` | ${comment} |\n`];
  });
}

/** Without the paragraphs before the last one, which are about the file. */
const oneLine = (text: string | null | undefined) =>
  ((text ?? '').split('\n\n').at(-1) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('|', '\\|')
    .replaceAll(/(`[^`]*`)|</g, (_, code?: string) => code ?? '&lt;');

function defaultOf(value: unknown): string {
  return JSON.stringify(isNode(value) ? value.toJSON() : value).replaceAll('|', '\\|');
}
