import { setImmediate as inNextTurn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { renderPdf } from './render-pdf.ts';
import type { ReportedCheck } from './report.ts';
import type { ReportContent } from './report-content.ts';

/** Text of a PDF of pdfkit: hexadecimal runs, kerned in between, in deflated streams. */
function textOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/FlateDecode[\s\S]*?stream\n([\s\S]*?)\nendstream/g)];
  const content = streams.map(([, part = '']) => inflateSync(Buffer.from(part, 'latin1')).toString('latin1'));
  const runs = [...content.join('\n').matchAll(/\[(.*)\] TJ/g)].map(([, run = '']) =>
    [...run.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join(''),
  );
  return runs.join('\n');
}

const at = '2026-11-20T19:00:00.000Z';
const check: ReportedCheck = {
  ruleId: 'dpdp-1',
  regulationType: 'dpdp',
  title: 'Consent',
  reference: 'section 6',
  lawVersion: 'Act',
  inForceFrom: '2027-05-12T18:30:00.000Z',
  status: 'not_in_force',
  score: null,
  readiness: 90,
  details: '',
  evidence: [],
  recommendations: [],
  checkedAt: at,
};
const content: ReportContent = {
  reportId: 7,
  company: { id: 1, name: 'Saral', code: 'S', tier: 'primary', timeZone: 'Pacific/Kiritimati' },
  regulationType: 'dpdp',
  generatedAt: at,
  status: 'compliant',
  score: 100,
  readiness: null,
  scope: [],
  auditTrail: { verified: true, treeSize: 90, rootHash: '00', checkpointAt: at, verifiedAt: at },
  checks: [check],
  notice: '',
};

it('has the days and times of the company', async () => {
  const text = textOf(await renderPdf(content));
  expect(text.match(/2026-11-21 09:00 \(Pacific\/Kiritimati\)/g)).toHaveLength(3);
  expect(text).toContain('in force from 13 May 2027');
  expect(text).not.toMatch(/UTC/);
});

it('lets other requests run between two rules', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await inNextTurn();
  })();
  const checks = Array.from({ length: 100 }, () => check);
  await renderPdf({ ...content, checks });
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(2 * checks.length);
});
