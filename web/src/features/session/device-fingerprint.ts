/** Default screen resolutions of automation tools. */
const AUTOMATION_SCREENS = ['1920x1080', '1366x768', '1024x768'];
const BOT_WORDS = /bot|crawl|spider|headless|phantom|selenium|puppeteer|playwright/i;
const AUTOMATION_GLOBALS = [
  '__webdriver_evaluate',
  '__selenium_unwrapped',
  '_phantom',
  'callPhantom',
  '__nightmare',
];

/** Whether canvas and WebGL work. The drawing itself is not collected. */
type Surface = 'open' | 'blocked';

/** The server reads these keys by name. */
export interface DeviceSigns {
  isBot: boolean;
  suspiciousActivity: readonly string[];
  canvas: Surface;
  webgl: Surface;
  screenResolution: string;
}

const surface = (isBlocked: boolean): Surface => (isBlocked ? 'blocked' : 'open');

/** Bot +50, each suspicious activity +20, canvas or WebGL blocked +10 each, automation screen +5. */
export function riskScore(signs: DeviceSigns): number {
  return (
    (signs.isBot ? 50 : 0) +
    signs.suspiciousActivity.length * 20 +
    (signs.canvas === 'blocked' ? 10 : 0) +
    (signs.webgl === 'blocked' ? 10 : 0) +
    (AUTOMATION_SCREENS.includes(signs.screenResolution) ? 5 : 0)
  );
}

async function sha256(text: string): Promise<string | undefined> {
  // `crypto.subtle` is missing without HTTPS; the server then uses the parts.
  if (!window.crypto.subtle) return undefined;
  const digest = await window.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Properties of this browser for the login; the server rates them. */
export async function collectFingerprint() {
  const signs: DeviceSigns = {
    isBot: BOT_WORDS.test(navigator.userAgent) || navigator.webdriver === true,
    suspiciousActivity: AUTOMATION_GLOBALS.filter((name) => name in window),
    canvas: surface(isCanvasBlocked()),
    webgl: surface(isWebglBlocked()),
    screenResolution: `${screen.width}x${screen.height}`,
  };
  const facts = {
    userAgent: navigator.userAgent,
    language: navigator.language,
    languages: [...navigator.languages],
    platform: navigator.platform,
    cookieEnabled: navigator.cookieEnabled,
    colorDepth: screen.colorDepth,
    pixelRatio: window.devicePixelRatio,
    cores: navigator.hardwareConcurrency,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    timezoneOffset: new Date().getTimezoneOffset(),
    ...signs,
    suspiciousActivity: [...signs.suspiciousActivity],
  };
  const fingerprint = await sha256(JSON.stringify(facts));
  return { ...facts, riskScore: riskScore(signs), ...(fingerprint ? { fingerprint } : {}) };
}

/** Browsers that resist fingerprinting return an empty canvas or throw. */
function isCanvasBlocked(): boolean {
  try {
    return document.createElement('canvas').toDataURL().length < 10;
  } catch {
    return true;
  }
}

function isWebglBlocked(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl') === null;
  } catch {
    return true;
  }
}
