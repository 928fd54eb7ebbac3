import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { JsonSchema, Schemas } from '../rules/json-schema.ts';
import { completeFrom } from './json-completion.ts';

export interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  schema: JsonSchema;
  schemas: Schemas;
}

const look = EditorView.theme({
  '&': {
    fontSize: 'var(--pv-font-sizes-small)',
    border: '1px solid var(--pv-colors-line-strong)',
    borderRadius: 'var(--pv-radii-control)',
    backgroundColor: 'var(--pv-colors-surface)',
    color: 'var(--pv-colors-ink)',
  },
  '&.cm-focused': { outline: 'none', borderColor: 'var(--pv-colors-accent)' },
  '.cm-content': { caretColor: 'var(--pv-colors-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--pv-colors-ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--pv-colors-sunken)',
    color: 'var(--pv-colors-ink-2)',
    border: 'none',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--pv-colors-surface)',
    border: '1px solid var(--pv-colors-line)',
    color: 'var(--pv-colors-ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--pv-colors-accent-soft)',
    color: 'var(--pv-colors-accent-text)',
  },
  '.cm-scroller': { fontFamily: 'var(--pv-fonts-mono)', maxHeight: '24rem', overflow: 'auto' },
  // The default colours of strings and numbers are too dark on a dark surface.
  '.cm-line span': { color: 'inherit' },
});

/**
 * JSON editor with line numbers, undo, syntax errors and completion from a schema. Tab moves the focus out of it. Only
 * the first `value` is used; change the `key` to reset the text.
 */
export function JsonEditor({ label, value, onChange, schema, schemas }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const first = useRef({ label, value, schema, schemas });
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
  useEffect(() => {
    if (host.current === null) return;
    const begin = first.current;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: begin.value,
        extensions: [
          lineNumbers(),
          history(),
          json(),
          linter(jsonParseLinter()),
          bracketMatching(),
          closeBrackets(),
          syntaxHighlighting(defaultHighlightStyle),
          autocompletion({ override: [completeFrom(begin.schema, begin.schemas)] }),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': begin.label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString());
          }),
          look,
        ],
      }),
    });
    // The line heights change when the bundled font has loaded.
    void document.fonts.ready.then(() => view.requestMeasure());
    return () => view.destroy();
  }, []);
  return <div ref={host} />;
}
