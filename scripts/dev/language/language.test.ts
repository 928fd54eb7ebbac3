import { describe, expect, it } from 'vitest';
import { proseOf } from './comments.ts';
import { commentFaults, phraseFaults, readmeFaults, subjectFaults } from './rules.ts';

describe('prose of a file', () => {
  it('consists of its comments and the titles of its tests', () => {
    const source = [
      '/** First.\n * Second. */',
      "const url = 'http://host'; // Third.",
      "describe.each([1])('a suite', () => { it('has a title', () => {}); other('is no title'); });",
    ].join('\n');
    const found = proseOf('a.test.ts', source).map(
      ({ line, text }) => `${line} ${text.replace(/^\W+/, '').trim()}`,
    );
    expect(found).toEqual(['1 First.', '2 Second.', '3 Third.', '4 a suite', '4 has a title']);
  });

  it.each([
    ['a.sql', '-- Comment.\nSELECT 1;', 1],
    ['a.proto', 'message A {\n  // Comment.\n}', 2],
    ['values.yaml', 'a: 1\n# Comment.', 2],
    ['scripts/run', '#!/usr/bin/env bash\n# Comment.', 2],
  ])('is found in %s', (path, source, line) => {
    expect(proseOf(path, source).map((prose) => prose.line)).toEqual([line]);
  });

  it('cannot be read from TypeScript that does not parse', () => {
    expect(() => proseOf('a.ts', 'const = ;')).toThrow('a.ts: ');
  });
});

describe('comments', () => {
  it.each(['Whom it is told.', 'Nobody waits.', 'A file of its own.', 'It goes after requests.'])(
    '%s is refused',
    (text) => {
      expect(commentFaults('web/a.ts', `f();\n// ${text}`)).toEqual([
        expect.stringMatching(/^web\/a\.ts:2: ".*" stands for a standard term/),
      ]);
    },
  );

  it('may use the words in code', () => {
    expect(commentFaults('web/a.ts', 'const told = 1;')).toEqual([]);
  });

  it('have 120 columns, and code has any width', () => {
    const comment = (width: number) => `// ${'x'.repeat(width - 3)}`;
    expect(commentFaults('web/a.ts', comment(120))).toEqual([]);
    expect(commentFaults('web/a.ts', comment(121))).toEqual(['web/a.ts:1: 121 columns, 120 at most']);
    expect(commentFaults('web/a.ts', `const a = '${'x'.repeat(130)}';`)).toEqual([]);
  });
});

describe('phrases', () => {
  const phrase = ['taken', 'away'].join(' ');

  it.each([
    ['services/a.ts', `throw invalidArgument('UNKNOWN', 'This is not ${phrase} here');`],
    ['web/src/locales/en.json', `"text": "It is ${phrase}"`],
    ['deploy/backup.md', `It was ${phrase}.`],
  ])('are refused in %s', (path, line) => {
    expect(phraseFaults(path, `\n${line}`)).toEqual([
      `${path}:2: "${phrase}" stands for a standard term: use that term`,
    ]);
  });

  it('are accepted as identifiers or with other words between', () => {
    expect(phraseFaults('a.ts', 'const takenAway = taken.away;')).toEqual([]);
  });
});

describe('a README', () => {
  const wide = 'x'.repeat(121);
  it('has 96 lines of 120 columns', () => {
    expect(readmeFaults('a/README.md', 'x\n'.repeat(96))).toEqual([]);
    expect(readmeFaults('a/README.md', 'x\n'.repeat(97))).toEqual(['a/README.md: 97 lines, 96 at most']);
    expect(readmeFaults('a/README.md', `x\n${wide}`)).toEqual(['a/README.md:2: 121 columns, 120 at most']);
  });

  it('may have wide rows and wide code', () => {
    expect(readmeFaults('a/README.md', `| ${wide} |\n\`\`\`\n${wide}\n\`\`\``)).toEqual([]);
    expect(readmeFaults('a/README.md', `\`\`\`\n${wide}\n\`\`\`\n${wide}`)).toHaveLength(1);
  });
});

describe('a commit subject', () => {
  it.each(['Add a check of comments', 'Pass parameters by value', 'Embed the map', 'Re-read the trail'])(
    '%s is accepted',
    (subject) => {
      expect(subjectFaults(subject)).toEqual([]);
    },
  );

  it.each(['Added a check', 'Adding a check', 'adds a check', 'vault: add', `Add ${'x'.repeat(69)}`])(
    '%s is refused',
    (subject) => {
      expect(subjectFaults(subject)).toHaveLength(1);
    },
  );
});
