import type { WaitingKind } from '@pii-vault/platform/domain/waiting/waiting';
import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { WaitingRegister } from '@pii-vault/proto/platform/v1/waiting';
import type { Language } from '../protection/administrator-notices/administrator-notice.ts';
import type { DueDailyMail } from './daily-mail-store.ts';

/** What waits for one user. */
export interface Waiting {
  readonly items: ReadonlyArray<Omit<WaitingRegister, 'kind'> & { readonly kind: WaitingKind }>;
  readonly unread: readonly WaitingKind[];
}

interface Phrases {
  readonly locale: string;
  readonly registers: Readonly<Record<WaitingKind, string>>;
  subject(count: string, overdue: string | undefined): string;
  hello(firstName: string): string;
  readonly waits: string;
  overdue(count: string): string;
  first(at: string | undefined, company: string | undefined): string | undefined;
  unread(names: string): string;
  readonly open: string;
  readonly stop: string;
}

const ENGLISH: Phrases = {
  locale: 'en-IN',
  registers: {
    keyStore: 'The key store or encryption does not work',
    incidents: 'Breaches not reported to the Board yet',
    grievances: 'Open grievances',
    accessReviews: 'Companies whose privileged users were not reviewed in the last 90 days',
    checks: 'Failed compliance checks',
    approvals: 'Requests for your approval',
    limits: 'Looser limits for your decision',
    erasures: 'Erased people whose data will be destroyed soon',
    keys: 'Keys that expire soon',
    webhooks: 'Failing webhooks',
    agreements: 'Link agreements for you to accept',
    imports: 'Imports whose columns are not assigned',
    relationships: 'Relationships without a decision',
    logins: 'High-risk sign-in attempts in 24 hours',
    reactivations: 'Requests for reactivation',
  },
  subject: (count, overdue) =>
    `Pending in PII Vault: ${count}${overdue === undefined ? '' : `, ${overdue} overdue`}`,
  hello: (firstName) => `Hello ${firstName},`,
  waits: 'This work is pending for you:',
  overdue: (count) => `${count} overdue`,
  first: (at, company) => {
    if (at === undefined && company === undefined) return undefined;
    return ['the first', at && `is due ${at}`, company && `${at ? 'in' : 'is in'} company ${company}`]
      .filter(Boolean)
      .join(' ');
  },
  unread: (names) => `Could not be read today: ${names}. Check them in the console.`,
  open: 'Open it in the console:',
  stop: 'You receive this email on days with pending work. Switch it off under Sign-in Security, Daily email:',
};

const HINDI: Phrases = {
  locale: 'hi-IN',
  registers: {
    keyStore: 'कुंजी भंडार या एन्क्रिप्शन काम नहीं कर रहा',
    incidents: 'डेटा उल्लंघन जिनकी रिपोर्ट बोर्ड को नहीं दी गई',
    grievances: 'खुली शिकायतें',
    accessReviews: 'कंपनियाँ जिनके विशेषाधिकार वाले उपयोगकर्ताओं की समीक्षा पिछले 90 दिनों में नहीं हुई',
    checks: 'विफल अनुपालन जाँचें',
    approvals: 'आपके अनुमोदन के लिए अनुरोध',
    limits: 'सीमाओं में ढील, जिस पर आपका निर्णय लंबित है',
    erasures: 'मिटाए गए व्यक्ति जिनका डेटा जल्द नष्ट होगा',
    keys: 'जल्द समाप्त होने वाली कुंजियाँ',
    webhooks: 'विफल वेबहुक',
    agreements: 'लिंक समझौते जिन्हें आपको स्वीकार करना है',
    imports: 'आयात जिनके कॉलम मिलाने हैं',
    relationships: 'संबंध जिन पर निर्णय नहीं हुआ',
    logins: '24 घंटे में उच्च-जोखिम साइन-इन प्रयास',
    reactivations: 'फिर से सक्रिय करने के अनुरोध',
  },
  subject: (count, overdue) =>
    `PII Vault में लंबित काम: ${count}${overdue === undefined ? '' : `, ${overdue} का समय बीत गया`}`,
  hello: (firstName) => `नमस्ते ${firstName},`,
  waits: 'आपके लिए यह काम लंबित है:',
  overdue: (count) => `${count} का समय बीत गया`,
  first: (at, company) => {
    if (at === undefined && company === undefined) return undefined;
    return ['पहला', company && `कंपनी ${company} में`, at && `${at} तक`].filter(Boolean).join(' ');
  },
  unread: (names) => `आज पढ़ा नहीं जा सका: ${names}। कंसोल में देखें।`,
  open: 'कंसोल में देखें:',
  stop: 'यह ईमेल हर उस दिन आता है जब कुछ लंबित हो। इसे "साइन-इन सुरक्षा" में "दैनिक ईमेल" से बंद करें:',
};

const PHRASES: Readonly<Record<Language, Phrases>> = { en: ENGLISH, hi: HINDI };

/**
 * The mail about what waits, in the reader's language. It contains counts, times and ids of companies; no name of
 * another person, no value.
 * @param zone IANA time zone of the times
 */
export function dailyMail(
  { id, email, firstName, language, day }: DueDailyMail,
  { items, unread }: Waiting,
  zone: string,
  consoleUrl: string,
): Mail {
  const phrases = PHRASES[language];
  const number = new Intl.NumberFormat(phrases.locale);
  const time = new Intl.DateTimeFormat(phrases.locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  });
  const sum = (pick: 'count' | 'overdue') => items.reduce((total, one) => total + one[pick], 0);
  const counted = (count: number) => (count > 0 ? number.format(count) : undefined);
  const lines = items.map(({ kind, count, overdue, dueAt, companyId }) => {
    const late = counted(overdue);
    const first = phrases.first(dueAt && time.format(dueAt), companyId?.toString());
    const facts = [number.format(count), late && phrases.overdue(late), first].filter(Boolean);
    return `- ${phrases.registers[kind]}: ${facts.join(', ')}`;
  });
  const url = new URL('/', consoleUrl);
  const names = unread.map((kind) => phrases.registers[kind]).join(', ');
  return {
    to: email,
    subject: phrases.subject(number.format(sum('count')), counted(sum('overdue'))),
    messageId: `<waiting-${day}-${id}@${url.hostname}>`,
    text: [
      ...[phrases.hello(nameInMail(firstName)), '', phrases.waits, '', ...lines, ''],
      ...(unread.length > 0 ? [phrases.unread(names), ''] : []),
      ...[phrases.open, '', url.href, ''],
      ...[phrases.stop, '', new URL('/sign-in-security', consoleUrl).href],
    ].join('\n'),
  };
}
