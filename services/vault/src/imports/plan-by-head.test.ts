import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { unmappedColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planByHead } from './plan-by-head.ts';
import { firstFrames, RecordFramer } from './record-framer.ts';

const reading = { mapping: undefined, unmapped: 'hold', dateOrder: 'dmy' } as const;
const csv = { ...reading, mediaType: 'text/csv', isWhole: true } as const;

function plan(text: string | Buffer, options: Partial<Parameters<typeof planByHead>[1]> = {}) {
  const planned = planByHead(Buffer.from(text), { ...csv, ...options });
  if (planned === undefined) throw new Error('More is needed');
  return planned;
}

function refusal(text: string | Buffer, options = {}): string {
  try {
    plan(text, options);
    return 'none';
  } catch (error) {
    const { reason, message } = AppError.from(error);
    return `${reason} ${message}`;
  }
}

describe('separators', () => {
  test.each([
    ['name,phone\nAsha,1\n', ','],
    ['name;phone\nAsha;1\n', ';'],
    ['name\tphone\nAsha\t1\n', '\t'],
    ['name|phone\nAsha|1\n', '|'],
    ['name\nAsha\n', ','],
    ['"name";"phone"\n"Rao; Asha";1\n', ';'],
    ['name;address, city;phone\n"a";b;c\n', ';'],
    ['name,phone|fax,email\na,b,c\n', ','],
    ['Kunde;Ort, PLZ\nAsha;Pune, 411001\n', ';'],
    ['a,b;c,d\n1,2,3\n4,5,6\n', ','],
    ['name;phone\r\nAsha;1\r\n', ';'],
    ['नाम;मोबाइल\nआशा;1\n', ';'],
  ])('%j is separated by %j', (text, separator) => {
    expect(plan(text).separator).toBe(separator);
  });

  test.each([
    ['sep=;\nname;phone\nA;1\n', ';', 6],
    ['SEP=|\r\nname|phone\r\nA|1\r\n', '|', 7],
    ['sep=\t\nname\tphone\nA\t1\n', '\t', 6],
    ['"sep=;"\nname;phone\nA;1\n', ';', 8],
    ['\ufeffsep=;\nname;phone\nA;1\n', ';', 9],
    // The file's own separator line decides, although commas would give two columns.
    ['sep=;\nname, given\nA\n', ';', 6],
  ])('the separator of %j is used', (text, separator, headerAt) => {
    const { start, separator: found } = plan(text, { unmapped: 'hold' });
    expect([found, start.line, start.sheetRow]).toEqual([separator, 3, 2]);
    expect(Buffer.from(text).indexOf('\n', headerAt) + 1).toBe(start.offset);
  });

  test('an unsupported separator is refused', () => {
    expect(refusal('sep=#\nname#phone\n')).toContain('IMPORT_HEADER');
  });

  test('does not depend on how much of the file has arrived', () => {
    const parts = fc.array(fc.constantFrom('name', 'x', ',', ';', '\t', '|', '\n', '"a;b"', 'phone'), {
      minLength: 30,
      maxLength: 90,
    });
    fc.assert(
      fc.property(parts, fc.nat(60), (texts, cut) => {
        const whole = Buffer.from(`name;phone\n${texts.join('')}\nend\n`);
        const part = planByHead(whole.subarray(0, whole.length - cut), { ...csv, isWhole: false });
        if (part !== undefined) expect(part.separator).toBe(plan(whole).separator);
      }),
    );
  });
});

describe('header rows', () => {
  test('blank cells at the end are no columns, one in between is named by its position', () => {
    expect(plan('name,phone,, \nA,1\n').columns.columns).toEqual(['name', 'phone']);
    expect(plan('name,,phone\nA,,1\n').columns.columns).toEqual(['name', 'Column 2', 'phone']);
    expect(unmappedColumns(plan('name,,phone\nA,,1\n').columns)).toEqual(['Column 2']);
  });

  test('white space becomes one blank, and invisible characters are dropped', () => {
    const { columns } = plan('\ufeff"Date of\nBirth",\u00a0Full  Name\u200b \n1,2\n');
    expect(columns).toEqual({
      columns: ['Date of Birth', 'Full Name'],
      targets: { 'Date of Birth': 'dob', 'Full Name': 'name' },
    });
  });

  test('formula guards are not part of a name', () => {
    expect(plan("'@Name,'+Phone\n1,2\n").columns.columns).toEqual(['@Name', '+Phone']);
  });

  const refused: ReadonlyArray<readonly [text: string | Buffer, message: string]> = [
    ['name,na\0me\nA,B\n', 'U+0000'],
    ['name,x\u0007\nA,B\n', 'column 2 is not text: it has the control character U+0007'],
    [Buffer.from('name,phone\nAsha,1\n', 'utf16le'), 'UTF-16'],
    [Buffer.from('name,phone\nAsha,1\n', 'utf16le').swap16(), 'UTF-16'],
    [Buffer.from('\ufeffname\nAsha\n', 'utf16le'), 'UTF-16'],
    [Buffer.from('नाम,x\nआशा,1\n', 'utf16le'), 'IMPORT_HEADER'],
    [Buffer.from([0x6e, 0xff, 0x2c, 0x61, 0x0a, 0x31, 0x0a]), 'UTF-8'],
    [Buffer.from([0xed, 0xa0, 0x80, 0x2c, 0x61, 0x0a, 0x31, 0x0a]), 'UTF-8'],
    ['name\rAsha\rRavi\r', 'CR alone'],
    ['name,name\nA,B\n', 'Columns 1 and 2 have the same name'],
    ['Full Name,full  name,Full Name\nA,B,C\n', 'Columns 1 and 3 have the same name'],
    [',,,\n1,2,3\n', 'The header row is blank'],
    ['"name,phone\nAsha,1\n', 'quotation mark is not closed'],
    [`${'x'.repeat(10_000_000)}\n`, 'longer than 256 KiB'],
    [`${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')}\n1\n`, 'longer than 256 KiB'],
    [`${Array.from({ length: 513 }, (_, i) => `c${i}`).join(',')}\n1\n`, 'more than 512 columns'],
    [`name,${'x'.repeat(201)}\nA,B\n`, 'column 2 is longer than 200'],
    ['Asha Rao,9812345670\nRavi,9812345671\n', 'column 2 looks like a value'],
    ['Asha,asha@mail.example\n', 'column 2 looks like a value'],
    ['ABCPE1234F,Asha\n', 'column 1 looks like a value'],
    ['id\n1\n', 'No column of the file is a known field'],
  ];
  // The message comes first: the title shows it, and not a text of megabytes.
  test.each(refused.map(([text, message]) => [message, text] as const))(
    '%# is refused: %s',
    (message, text) => {
      expect(refusal(text)).toContain(message);
      expect(refusal(text)).not.toMatch(/Asha|98123/);
    },
  );

  test('a column named like a value is accepted when the mapping names it', () => {
    expect(
      plan('123456789,name\n1,A\n', { mapping: { '123456789': 'other_id' } }).columns.targets,
    ).toMatchObject({
      '123456789': 'other_id',
    });
  });

  test('a file without known columns is held; if all are ignored there is nothing to import', () => {
    expect(unmappedColumns(plan('Kunde,Ort\nA,B\n').columns)).toEqual(['Kunde', 'Ort']);
    expect(refusal('Kunde,Ort\nA,B\n', { unmapped: 'ignore' })).toContain('IMPORT_HEADER');
    expect(plan('Kunde,name\nA,B\n', { unmapped: 'ignore' }).columns.targets).toEqual({
      name: 'name',
      Kunde: 'ignore',
    });
  });
});

describe('titles above the header row', () => {
  const titled = 'ABC Ltd\r\nCustomers as on 01/04/2026\r\n\r\nName,Phone\r\nAsha,1\r\n';
  test.each([
    [titled, ',', 3, 5],
    [titled.replaceAll(',', ';'), ';', 3, 5],
    [`sep=,\n${titled}`, ',', 4, 6],
    [`\ufeff"ABC\nLtd",\n,\n"Name","Phone"\nAsha,1\n`, ',', 3, 5],
    ['Report: Pune, Delhi, Goa\nName;Phone\nAsha;1\n', ';', 1, 3],
  ])('%j is read with %j behind line %i', (text, separator, titleLines, line) => {
    const planned = plan(text);
    expect(planned.columns.columns).toEqual(['Name', 'Phone']);
    expect(planned).toMatchObject({ separator, titleLines, start: { line } });
    expect(Buffer.from(text).subarray(planned.start.offset).toString()).toMatch(/^Asha/);
  });

  test('a file without titles says nothing about them', () => {
    expect(plan('Name,Phone\nAsha,1\n')).not.toHaveProperty('titleLines');
  });

  test('are found wherever the bytes of the file are cut', () => {
    const text = titled + 'Ravi,2\r\n'.repeat(40);
    for (let cut = 0; cut < text.length; cut++) {
      const part = planByHead(Buffer.from(text.slice(0, cut)), { ...csv, isWhole: false });
      if (part !== undefined) expect(part).toEqual(plan(text));
    }
  });
});

test('only the first records of a long beginning are read', () => {
  const framer = new RecordFramer({ separator: ',' });
  const head = Buffer.from('a,b\n'.repeat(100_000));
  expect(firstFrames(framer, head, { count: 3, isWhole: true })).toHaveLength(3);
  expect(framer.work).toBeLessThan(10_000);
});

describe('NDJSON', () => {
  const ndjson = { mediaType: 'application/x-ndjson' } as const;
  test('the first object names the columns, after invalid lines', () => {
    const planned = plan('\ufeff\n{"\\u0000":"x"}\n{"name":"A","Branch":"B"}\n', ndjson);
    expect(planned.columns).toEqual({ columns: ['name', 'Branch'], targets: { name: 'name' } });
    expect(planned.start).toEqual({ offset: 3, line: 1, sheetRow: undefined });
  });
  test('a file without objects is refused', () => {
    expect(refusal('[1]\n', ndjson)).toContain('IMPORT_HEADER');
    expect(refusal('{"name":"A","phone":1e9}\n', ndjson)).toContain('neither text nor a whole number');
    expect(refusal('{"name":{"first":"A"}}\n', ndjson)).toContain('an object or a list inside');
  });
});
