import { type ESTree, parseSync, Visitor } from 'vite';

/** Maximum lines, first to last. Functions with JSX are components; markup needs more lines than logic. */
const LIMIT = 60;
const COMPONENT_LIMIT = 150;

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression;

/** First identifier of a call: `describe` in `describe.each(rows)('…', …)`. */
function calledName(expression: ESTree.Expression | ESTree.Super): string | undefined {
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'CallExpression') return calledName(expression.callee);
  if (expression.type === 'MemberExpression') return calledName(expression.object);
  return undefined;
}

const isTest = (statement: ESTree.Statement | ESTree.Directive) =>
  statement.type === 'ExpressionStatement' &&
  ['describe', 'it', 'test'].includes(calledName(statement.expression) ?? '');

/** All functions, those passed to `describe` as an argument, and the offsets of JSX elements. */
function walk(path: string, source: string) {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const functions: AnyFunction[] = [];
  const suites = new Set<unknown>();
  const markup: number[] = [];
  const keep = (node: AnyFunction) => void functions.push(node);
  new Visitor({
    FunctionDeclaration: keep,
    FunctionExpression: keep,
    ArrowFunctionExpression: keep,
    CallExpression: (node) => {
      if (calledName(node) === 'describe') for (const given of node.arguments) suites.add(given);
    },
    JSXElement: ({ start }) => void markup.push(start),
    JSXFragment: ({ start }) => void markup.push(start),
  }).visit(program);
  return { functions, suites, markup };
}

/**
 * Functions that are too long, as `path:line: N lines, M at most`. In a function passed to `describe`, only lines
 * outside its tests count.
 */
export function longFunctions(path: string, source: string): string[] {
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const linesOf = ({ start, end }: { start: number; end: number }) => lineOf(end) - lineOf(start) + 1;
  const { functions, suites, markup } = walk(path, source);
  const renders = ({ start, end }: AnyFunction) =>
    !path.endsWith('.test.tsx') && markup.some((at) => at > start && at < end);
  const testsOf = ({ body }: AnyFunction) =>
    body?.type === 'BlockStatement'
      ? body.body.filter(isTest).reduce((sum, test) => sum + linesOf(test), 0)
      : 0;
  return functions.flatMap((node) => {
    const lines = linesOf(node) - (suites.has(node) ? testsOf(node) : 0);
    const limit = renders(node) ? COMPONENT_LIMIT : LIMIT;
    return lines > limit ? [`${path}:${lineOf(node.start)}: ${lines} lines, ${limit} at most`] : [];
  });
}
