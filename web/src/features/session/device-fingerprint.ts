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

/**
 * Properties of this browser for the login (section 3 of the specification); the server rates them and keeps the hash,
 * platform, resolution and time zone. Browsers do not disclose the name of their computer.
 */
export async function collectFingerprint() {
  const renderer = webglRenderer();
  const signs: DeviceSigns = {
    isBot: BOT_WORDS.test(navigator.userAgent) || navigator.webdriver === true,
    suspiciousActivity: [
      ...AUTOMATION_GLOBALS.filter((name) => name in window),
      ...(isVirtualMachine(renderer) ? ['virtual_machine'] : []),
      ...(isTor(ownWindow()) ? ['tor'] : []),
    ],
    canvas: surface(isCanvasBlocked()),
    webgl: surface(renderer === null),
    screenResolution: `${screen.width}x${screen.height}`,
  };
  const device: DeviceMemory & Navigator = navigator;
  const facts = {
    userAgent: navigator.userAgent,
    language: navigator.language,
    languages: [...navigator.languages],
    platform: navigator.platform,
    cookieEnabled: navigator.cookieEnabled,
    doNotTrack: navigator.doNotTrack ?? null,
    colorDepth: screen.colorDepth,
    pixelRatio: window.devicePixelRatio,
    cores: navigator.hardwareConcurrency,
    memory: device.deviceMemory ?? null,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    timezoneOffset: new Date().getTimezoneOffset(),
    fonts: installedFonts(),
    computerName: null,
    ...signs,
    suspiciousActivity: [...signs.suspiciousActivity],
  };
  // The connection changes from one minute to the next, so the hash is made without it.
  const fingerprint = await sha256(JSON.stringify(facts));
  const { effectiveType = null, saveData = null } = device.connection ?? {};
  return {
    ...facts,
    connection: { effectiveType, saveData },
    riskScore: riskScore(signs),
    ...(fingerprint ? { fingerprint } : {}),
  };
}

/** Of Chromium only. */
interface DeviceMemory {
  readonly deviceMemory?: number;
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean };
}

/** Browsers that resist fingerprinting return an empty canvas or throw. */
function isCanvasBlocked(): boolean {
  try {
    return document.createElement('canvas').toDataURL().length < 10;
  } catch {
    return true;
  }
}

/** Name of the graphics device, empty if the browser hides it; null without WebGL. */
function webglRenderer(): string | null {
  try {
    const gl = document.createElement('canvas').getContext('webgl');
    if (gl === null) return null;
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    return info === null ? '' : String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  } catch {
    return null;
  }
}

// Not SwiftShader and llvmpipe: browsers use them on physical machines with an old graphics driver, too.
const VIRTUAL_DEVICES =
  /vmware|svga3d|virtualbox|vbox|parallels|qemu|virgl|virtio|hyper-v|bochs|basic render/i;

/** Whether the graphics device is that of a virtual machine. */
export const isVirtualMachine = (renderer: string | null): boolean => VIRTUAL_DEVICES.test(renderer ?? '');

interface WindowFacts {
  readonly userAgent: string;
  readonly timezoneOffset: number;
  readonly width: number;
  readonly height: number;
  readonly screenResolution: string;
}

const ownWindow = (): WindowFacts => ({
  userAgent: navigator.userAgent,
  timezoneOffset: new Date().getTimezoneOffset(),
  width: window.innerWidth,
  height: window.innerHeight,
  screenResolution: `${screen.width}x${screen.height}`,
});

/**
 * Whether this looks like Tor Browser: a Firefox in UTC that reports its window as the screen, in steps of 200 by 100
 * pixels (letterboxing, https://support.torproject.org/glossary/letterboxing/).
 */
export const isTor = ({ userAgent, timezoneOffset, width, height, screenResolution }: WindowFacts): boolean =>
  /firefox/i.test(userAgent) &&
  timezoneOffset === 0 &&
  width > 0 &&
  width % 200 === 0 &&
  height % 100 === 0 &&
  screenResolution === `${width}x${height}`;

/** Fonts of Windows, macOS, Android and Linux that distinguish them. */
const FONTS = [
  ...['Segoe UI', 'Calibri', 'Consolas', 'Nirmala UI', 'Mangal'],
  ...['Helvetica Neue', 'Menlo', 'Geneva', 'Kohinoor Devanagari', 'Roboto'],
  ...['Noto Sans Devanagari', 'Ubuntu', 'DejaVu Sans', 'Liberation Sans', 'Lohit Devanagari'],
  ...['Arial', 'Courier New', 'Georgia', 'Times New Roman', 'Verdana'],
];
const MOST_FONTS = 10;

/** The first ten of FONTS that are installed: text in them has another width than in the fallback font. */
function installedFonts(): string[] {
  try {
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) return [];
    const widthIn = (font: string) => {
      pen.font = `72px ${font}`;
      return pen.measureText('mmmmmmwwwwlli').width;
    };
    const fallback = widthIn('monospace');
    return FONTS.filter((font) => widthIn(`"${font}", monospace`) !== fallback).slice(0, MOST_FONTS);
  } catch {
    return [];
  }
}
