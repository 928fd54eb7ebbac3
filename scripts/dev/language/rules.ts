import { proseOf } from './comments.ts';

/** Columns of a comment's line and of a line of a README. */
const COLUMNS = 120;
const README_LINES = 96;
const SUBJECT_CHARACTERS = 72;

/**
 * Words that comments used instead of standard terms. The style guide lists the standard terms.
 */
const DIALECT = /\b(told|whom|whoever|nobody|anew|besides?|of its own(?! \w)|by turns|goes after)\b/i;

/** Phrases that texts used instead of standard terms: in comments, messages, screens and documents. */
const PHRASES = /\b(?:taken\s+away|comes?\s+in\s+again|from\s+where\s+you\s+are|stands?\s+beyond)\b/i;

/** Reports forbidden phrases as `path:line: what is wrong`. Code passes, because identifiers contain no space. */
export function phraseFaults(path: string, source: string): string[] {
  return source.split('\n').flatMap((text, index) => {
    const phrase = PHRASES.exec(text)?.[0];
    return phrase === undefined
      ? []
      : [`${path}:${index + 1}: "${phrase}" stands for a standard term: use that term`];
  });
}

/** Reports comments wider than 120 columns and words of the dialect, as `path:line: what is wrong`. */
export function commentFaults(path: string, source: string): string[] {
  const lines = source.split('\n');
  return proseOf(path, source).flatMap(({ line, text, isTitle }) => {
    const width = lines[line - 1]?.length ?? 0;
    const word = DIALECT.exec(text)?.[0];
    return [
      ...(!isTitle && width > COLUMNS ? [`${path}:${line}: ${width} columns, ${COLUMNS} at most`] : []),
      ...(word === undefined ? [] : [`${path}:${line}: "${word}" stands for a standard term: use that term`]),
    ];
  });
}

/**
 * Reports a README that is too long or too wide, except rows of tables and code blocks, which cannot be wrapped. That
 * of the chart is made from its values, a row each.
 */
export function readmeFaults(path: string, source: string): string[] {
  const lines = source.trimEnd().split('\n');
  const wide = source.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, '')).split('\n');
  return [
    ...(lines.length > README_LINES && !path.startsWith('charts/')
      ? [`${path}: ${lines.length} lines, ${README_LINES} at most`]
      : []),
    ...wide.flatMap((text, index) =>
      text.length > COLUMNS && !text.startsWith('|')
        ? [`${path}:${index + 1}: ${text.length} columns, ${COLUMNS} at most`]
        : [],
    ),
  ];
}

/** Reports a commit subject that is too long, or whose first word is not an imperative such as `Add`. */
export function subjectFaults(subject: string): string[] {
  const [first = ''] = subject.split(' ');
  const imperative = /^[A-Z][a-z-]+$/.test(first) && !/(ed|ing|[^s]s)$/.test(first);
  return [
    ...(subject.length > SUBJECT_CHARACTERS
      ? [`"${subject}": ${subject.length} characters, ${SUBJECT_CHARACTERS} at most`]
      : []),
    ...(imperative || IMPERATIVES.has(first) ? [] : [`"${subject}": begin with a verb in the imperative`]),
  ];
}

/** Imperatives that look like another verb form. */
const IMPERATIVES = new Set([
  'Embed',
  'Feed',
  'Need',
  'Seed',
  'Shed',
  'Speed',
  'Bring',
  'Ring',
  'String',
  'Focus',
]);
