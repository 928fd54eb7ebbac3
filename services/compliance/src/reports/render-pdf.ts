import { wallTime } from '@pii-vault/platform/values/zoned-day';
import PDFDocument from 'pdfkit';
import { drawChecks } from './pdf-checks.ts';
import { COLOURS, latin, MARGIN, pageWidth, regulationName } from './pdf-page.ts';
import type { ReportContent } from './report-content.ts';
import { coverTexts } from './report-scope.ts';

/** An A4 document: cover with the outcome, a table of the rules, every check with its evidence; numbered pages. */
export async function renderPdf(content: ReportContent): Promise<Buffer> {
  const title = latin(`Compliance report: ${content.company.name}`);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    info: {
      Title: title,
      Subject: regulationName(content.regulationType),
      CreationDate: new Date(content.generatedAt),
    },
  });
  const parts: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  drawCover(doc, content);
  await drawChecks(doc, content.checks, content.company.timeZone);
  drawFooters(doc, content);
  doc.end();
  return await ended;
}

function drawCover(doc: PDFKit.PDFDocument, content: ReportContent): void {
  const { company } = content;
  doc.rect(0, 0, doc.page.width, 150).fill(COLOURS.ink);
  doc.fillColor('white').font('Helvetica').fontSize(11).text('PII Vault', MARGIN, 48);
  doc.font('Helvetica-Bold').fontSize(26).text('Compliance report', MARGIN, 68);
  doc.font('Helvetica').fontSize(13).text(regulationName(content.regulationType), MARGIN, 104);
  doc.fillColor(COLOURS.ink).font('Helvetica-Bold').fontSize(18).text(latin(company.name), MARGIN, 180);
  doc.font('Helvetica').fontSize(10).fillColor(COLOURS.grey);
  doc.text(latin(`Company ${company.id} · code ${company.code} · tier ${company.tier}`));
  doc.text(`Report ${content.reportId} · made ${shownTime(company.timeZone, content.generatedAt)}`);
  drawOutcome(doc, content);
  drawTrail(doc, content);
  doc.moveDown(1.5).font('Helvetica').fontSize(9).fillColor(COLOURS.grey).text(content.notice, MARGIN);
}

function drawOutcome(doc: PDFKit.PDFDocument, content: ReportContent): void {
  const top = doc.y + 24;
  const { figure, ready, headline, colour, sentence, included, leftOut } = coverTexts(content);
  doc.roundedRect(MARGIN, top, pageWidth(doc), 96, 6).lineWidth(1).strokeColor(COLOURS.line).stroke();
  doc.font('Helvetica-Bold').fontSize(24).fillColor(colour);
  doc.text(figure, MARGIN + 20, top + 14, { width: 100 });
  doc.fillColor(COLOURS.grey).text(ready, MARGIN + 20, top + 54, { width: 100 });
  doc
    .font('Helvetica')
    .fontSize(8)
    .text('in force', MARGIN + 20, top + 38, { width: 100 });
  doc.text('ready for later rules', MARGIN + 20, top + 78, { width: 100 });
  doc.fillColor(colour);
  const beside = { width: pageWidth(doc) - 150 };
  doc.font('Helvetica-Bold').fontSize(14);
  doc.text(headline, MARGIN + 130, top + 20, beside);
  doc.font('Helvetica').fontSize(10).fillColor(COLOURS.ink);
  doc.text(sentence, MARGIN + 130, top + 44, beside);
  doc.y = top + 96;
  drawLines(doc, 'What this report covers', included);
  drawLines(doc, 'Applies to the company and is not part of this report', leftOut);
}

function drawLines(doc: PDFKit.PDFDocument, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  doc.moveDown(1.2).font('Helvetica-Bold').fontSize(12).fillColor(COLOURS.ink).text(title, MARGIN);
  doc.moveDown(0.2).font('Helvetica').fontSize(10);
  for (const line of lines) doc.text(latin(line), MARGIN, doc.y, { width: pageWidth(doc) });
}

function drawTrail(doc: PDFKit.PDFDocument, { auditTrail, company: { timeZone } }: ReportContent): void {
  doc
    .moveDown(1.5)
    .font('Helvetica-Bold')
    .fontSize(12)
    .fillColor(COLOURS.ink)
    .text('Audit trail relied on', MARGIN);
  doc.moveDown(0.3).font('Helvetica').fontSize(10);
  if (auditTrail === null) {
    doc.fillColor(COLOURS.grey).text('The audit trail has not been verified yet.');
    return;
  }
  const { verified, treeSize, rootHash, checkpointAt, verifiedAt } = auditTrail;
  doc.text(
    `${verified ? 'Verified' : 'NOT verified'} ${shownTime(timeZone, verifiedAt)} over ${treeSize} entries.`,
  );
  doc.text(`Newest signed checkpoint: ${checkpointAt === null ? 'none' : shownTime(timeZone, checkpointAt)}`);
  doc.text('Root hash of the tree (RFC 6962, SHA-256):');
  doc
    .font('Courier')
    .fontSize(9)
    .text(rootHash ?? 'not kept');
}

function drawFooters(doc: PDFKit.PDFDocument, content: ReportContent): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // The footer is in the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - 34;
    doc.font('Helvetica').fontSize(8).fillColor(COLOURS.grey);
    doc.text(latin(`${content.company.name} · ${regulationName(content.regulationType)}`), MARGIN, y, {
      lineBreak: false,
    });
    doc.text(`Page ${page + 1} of ${count}`, MARGIN, y, {
      width: pageWidth(doc),
      align: 'right',
      lineBreak: false,
    });
  }
}

/** Date and time in a zone: 2026-11-21 13:30 (Asia/Kolkata). */
const shownTime = (zone: string, iso: string) =>
  `${wallTime(zone, Date.parse(iso)).replace('T', ' ')} (${zone})`;
