import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { COLOURS, latin, MARGIN, pageWidth, STATUS_WORDS } from './pdf-page.ts';
import type { ReportedCheck } from './report.ts';

/** Shares of the page's width: rule, title and reference, status, score. */
const COLUMNS = [0.2, 0.5, 0.2, 0.1] as const;

/** The table of all rules, then each rule with its findings. Requests of others run between two rules. */
export async function drawChecks(
  doc: PDFKit.PDFDocument,
  checks: readonly ReportedCheck[],
  zone: string,
): Promise<void> {
  doc.addPage();
  heading(doc, 'Summary of rules');
  tableRow(doc, ['Rule', 'Title and reference', 'Status', 'Score'], undefined, true);
  for (const [n, check] of checks.entries()) {
    await yieldToEventLoop();
    const word = STATUS_WORDS.get(check.status) ?? check.status;
    const cells = [check.ruleId, `${check.title}\n${check.reference}`, word, scoreOf(check)];
    tableRow(doc, cells, check.status, false, n % 2 === 1);
  }
  doc.moveDown(0.5).fontSize(8.5).fillColor(COLOURS.grey);
  doc.text('A score in brackets is the readiness of a rule that is not in force yet.', MARGIN);
  doc.addPage();
  heading(doc, 'Checks and evidence');
  for (const check of checks) {
    await yieldToEventLoop();
    drawCheck(doc, check, zone);
  }
}

function heading(doc: PDFKit.PDFDocument, text: string): void {
  doc.font('Helvetica-Bold').fontSize(16).fillColor(COLOURS.ink).text(text, MARGIN, MARGIN);
  doc.moveDown(0.6);
}

/** A score in force as it is, a readiness as such. */
function scoreOf({ score, readiness }: ReportedCheck): string {
  if (score !== null) return String(score);
  return readiness === null ? '–' : `(${readiness})`;
}

function tableRow(
  doc: PDFKit.PDFDocument,
  cells: readonly string[],
  status: string | undefined,
  isHead: boolean,
  isStriped = false,
): void {
  const width = pageWidth(doc);
  doc.font(isHead ? 'Helvetica-Bold' : 'Helvetica').fontSize(9);
  const widths = COLUMNS.map((share) => share * width - 10);
  const height =
    Math.max(...cells.map((cell, n) => doc.heightOfString(latinLines(cell), { width: widths[n] ?? 0 }))) + 8;
  if (doc.y + height > doc.page.height - MARGIN) {
    doc.addPage();
    doc.y = MARGIN;
  }
  const top = doc.y;
  if (isStriped) doc.rect(MARGIN, top, width, height).fill(COLOURS.stripe);
  let left = MARGIN;
  cells.forEach((cell, n) => {
    const isStatus = n === 2 && status !== undefined;
    doc.fillColor(isStatus ? (COLOURS.status.get(status) ?? COLOURS.grey) : COLOURS.ink);
    doc.text(latinLines(cell), left + 5, top + 4, { width: widths[n] ?? 0 });
    left += (COLUMNS[n] ?? 0) * width;
  });
  doc
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + width, top + height)
    .lineWidth(0.5)
    .strokeColor(COLOURS.line)
    .stroke();
  doc.y = top + height;
}

/** Line breaks of a cell are its own. */
const latinLines = (cell: string) => cell.split('\n').map(latin).join('\n');

function drawCheck(doc: PDFKit.PDFDocument, check: ReportedCheck, zone: string): void {
  const word = STATUS_WORDS.get(check.status) ?? check.status;
  const width = pageWidth(doc);
  if (doc.y + 130 > doc.page.height - MARGIN) doc.addPage();
  doc.font('Helvetica-Bold').fontSize(11).fillColor(COLOURS.ink);
  doc.text(latin(`${check.ruleId}  ${check.title}`), MARGIN, doc.y, { width });
  doc.font('Helvetica').fontSize(8.5).fillColor(COLOURS.grey);
  doc.text(
    latin(`${check.reference} · ${check.lawVersion} · in force from ${shownDay(zone, check.inForceFrom)}`),
    { width },
  );
  doc
    .moveDown(0.3)
    .font('Helvetica-Bold')
    .fontSize(9.5)
    .fillColor(COLOURS.status.get(check.status) ?? COLOURS.grey);
  doc.text(`${word} · ${scoreOf(check)}`, { width });
  doc.font('Helvetica').fillColor(COLOURS.ink).text(latin(check.details), { width });
  doc.fontSize(8.5).fillColor(COLOURS.grey);
  const evidence = check.evidence.map(({ name, value }) => `${wordsOf(name)}: ${value}`).join('  |  ');
  if (evidence !== '') doc.moveDown(0.2).text(latin(`Evidence. ${evidence}`), { width });
  for (const advice of check.recommendations) {
    doc
      .moveDown(0.2)
      .fillColor(COLOURS.ink)
      .text(latin(`Recommended. ${advice}`), { width });
  }
  doc.moveDown(1);
}

/** `rowsSampled` as "rows sampled". */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The company's day in which an instant lies. */
function shownDay(zone: string, iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone }).format(new Date(iso));
}
