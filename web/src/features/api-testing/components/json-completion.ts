import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type JsonSchema, type Schemas, schemasAt, typeText } from '../rules/json-schema.ts';

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Completes the keys of an object and the values of an enumeration. */
export function completeFrom(schema: JsonSchema, schemas: Schemas): CompletionSource {
  return (context) => {
    const node = treeOf(context).resolveInner(context.pos, -1);
    const isName = node.name === 'PropertyName' || node.name === 'Object' || node.name === '{';
    const word = context.matchBefore(/"[\w-]*|[\w-]+/);
    if (word === null && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const path = pathOf(node, context.state);
    const options = isName
      ? nameOptions(schemasAt(schema, path, schemas), schemas)
      : valueOptions(schemasAt(schema, path, schemas));
    return options.length === 0 ? null : { from, options, validFor: /^"?[\w-]*"?$/ };
  };
}

/** How long completion may parse. The editor parses for 20 ms per change, which is too short on a busy machine. */
const PARSE_MS = 500;

const treeOf = ({ state, pos }: CompletionContext) =>
  ensureSyntaxTree(state, pos, PARSE_MS) ?? syntaxTree(state);

const nameOptions = (found: readonly JsonSchema[], schemas: Schemas): Completion[] =>
  found.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, property]) => ({
      label: `"${name}"`,
      apply: `"${name}": `,
      detail: typeText(property, schemas),
      type: 'property',
      boost: required.includes(name) ? 1 : 0,
    })),
  );

const valueOptions = (found: readonly JsonSchema[]): Completion[] =>
  found.flatMap((one) =>
    (one.enum ?? (one.type === 'boolean' ? [true, false] : [])).map((value) => ({
      label: JSON.stringify(value),
      type: 'enum',
    })),
  );

/** Keys and array indexes from the root of the document to the node. */
function pathOf(node: Node, state: EditorState): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.name === 'Property' && !isNameOf(at, node)) {
      const name = at.firstChild;
      if (name) path.unshift(state.sliceDoc(name.from, name.to).replaceAll('"', ''));
    }
    if (at.parent?.name === 'Array') path.unshift(0);
  }
  return path;
}

const isNameOf = (property: Node, node: Node) =>
  property.firstChild?.from === node.from && property.firstChild.to === node.to;
