import { type ESTree, parseSync, Visitor } from 'vite';

/** A piece of text that a person reads: a line of a comment, or the title of a test. */
export interface Prose {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** Whether it is the title of a test: a string, which no formatter wraps. */
  readonly isTitle: boolean;
}

/** The marker of a comment line, by file name. */
const MARKS: readonly (readonly [path: RegExp, mark: RegExp])[] = [
  [/\.sql$/, /^\s*--/],
  [/\.proto$/, /^\s*\/\//],
  [/\.(sh|ya?ml)$|(^|\/)(Dockerfile|Makefile)$|(^|\/)[a-z-]+$/, /^\s*#(?!!)/],
];

const isTitle = (callee: ESTree.Expression | ESTree.Super): boolean => {
  if (callee.type === 'Identifier') return ['describe', 'it', 'test'].includes(callee.name);
  if (callee.type === 'CallExpression') return isTitle(callee.callee);
  return callee.type === 'MemberExpression' && isTitle(callee.object);
};

function inTypeScript(path: string, source: string): Prose[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  const found = comments.flatMap(({ start, value }) => {
    const first = lineOf(start);
    return value.split('\n').map((text, index) => ({ line: first + index, text, isTitle: false }));
  });
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title?.type === 'Literal' && typeof title.value === 'string' && isTitle(callee)) {
        found.push({ line: lineOf(title.start), text: title.value, isTitle: true });
      }
    },
  }).visit(program);
  return found;
}

/** Lines of comment of a file and, in TypeScript, titles of tests. Throws for TypeScript that does not parse. */
export function proseOf(path: string, source: string): Prose[] {
  if (/\.tsx?$/.test(path)) return inTypeScript(path, source);
  const mark = MARKS.find(([pattern]) => pattern.test(path))?.[1];
  if (mark === undefined) return [];
  return source
    .split('\n')
    .flatMap((text, index) => (mark.test(text) ? [{ line: index + 1, text, isTitle: false }] : []));
}
