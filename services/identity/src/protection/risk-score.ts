import type { AttemptHistory } from './attempt-history.ts';
import type { DeviceFingerprint } from './device-fingerprint.ts';

export interface Risk {
  /** 0–100. */
  readonly score: number;
  /** Reasons that may be shown to the user. */
  readonly reasons: readonly string[];
  /** Whether it may refuse the login. Attempts of others at the address or the account may not. */
  readonly mayBlock: boolean;
}

/** Above this a login is blocked if risk is enforced. */
export const BLOCK_ABOVE = 70;
/** From here on an unknown device needs a mailed code, if risk is enforced. */
export const VERIFY_FROM = 40;
/** From here on the security screens show an attempt as high-risk. */
export const HIGH_RISK = 70;
/** Points of an honest browser that protects privacy: it blocks canvas and WebGL and reports a common screen. */
const PRIVATE_BROWSER = 25;

const AUTOMATION_RESOLUTIONS = new Set(['1920x1080', '1366x768', '1024x768']);

/** The history of the login; a known device has none. */
export type RiskHistory = Omit<AttemptHistory, 'isKnownAddress'>;

/**
 * Risk of a login, 0–100. The device points equal those of the console's own check. Without readable device data they
 * are VERIFY_FROM, so that omitting the data neither avoids the check nor blocks; a blocked address adds 100. The
 * history adds, unless the device is known: 20 from 5 and 40 from 20 failures of the address in an hour; 20 from 5 and
 * 30 from 10 different accounts among them (spraying), 30 from 10 accounts for which the same device failed (stuffing);
 * 10 from 5 and 20 from 10 attempts at the account in ten minutes. Strangers who share an address or know an e-mail
 * address can cause that history, so on its own it requires the mailed code and never blocks.
 */
export function riskOf(
  device: DeviceFingerprint | undefined,
  history: RiskHistory,
  isKnownDevice = false,
): Risk {
  const own = [...devicePoints(device), ...blockPoints(history)].filter(({ add }) => add > 0);
  const past = isKnownDevice ? [] : pastPoints(history).filter(({ add }) => add > 0);
  const absent = device === undefined ? [{ add: VERIFY_FROM, reason: 'No device information was sent' }] : [];
  const points = [...own, ...absent, ...past];
  return {
    score: Math.min(100, total(points)),
    reasons: points.map(({ reason }) => reason),
    mayBlock: total(own) > PRIVATE_BROWSER,
  };
}

interface Points {
  readonly add: number;
  readonly reason: string;
}

function devicePoints(device: DeviceFingerprint | undefined): Points[] {
  if (device === undefined) return [];
  const suspicious = Array.isArray(device.suspiciousActivity)
    ? device.suspiciousActivity.length
    : Number(device.suspiciousActivity === true);
  return [
    { add: device.isBot === true ? 50 : 0, reason: 'Automated browser detected' },
    { add: 20 * suspicious, reason: 'Suspicious browser activity' },
    { add: isBlocked(device, 'canvas') ? 10 : 0, reason: 'Canvas is blocked' },
    { add: isBlocked(device, 'webgl') ? 10 : 0, reason: 'WebGL is blocked' },
    {
      add: AUTOMATION_RESOLUTIONS.has(device.screenResolution ?? '') ? 5 : 0,
      reason: 'Screen resolution common to automation',
    },
  ];
}

// A browser that hides a signal sends an empty key; one that was not asked sends no key.
function isBlocked(device: DeviceFingerprint, surface: 'canvas' | 'webgl'): boolean {
  if (!(surface in device)) return false;
  const value = device[surface];
  return value === null || value === false || value === '' || value === 'blocked' || value === 'unsupported';
}

function blockPoints({ isBlocked }: RiskHistory): Points[] {
  return [{ add: isBlocked ? 100 : 0, reason: 'This address is blocked' }];
}

function pastPoints(history: RiskHistory): Points[] {
  const { failures, accountsFromAddress, accountsFromDevice, pace } = history;
  return [
    { add: step(failures, [20, 40], [5, 20]), reason: 'Many failed sign-ins from this address' },
    { add: step(accountsFromAddress, [20, 30], [5, 10]), reason: 'Many accounts tried from this address' },
    { add: accountsFromDevice >= 10 ? 30 : 0, reason: 'Many accounts tried with this device' },
    { add: step(pace, [10, 20], [5, 10]), reason: 'Many sign-ins to this account at once' },
  ];
}

/** The points of the highest threshold that a count has reached. */
function step(count: number, [low, high]: [number, number], [from, fromHigh]: [number, number]): number {
  return count >= fromHigh ? high : count >= from ? low : 0;
}

const total = (points: readonly Points[]): number => points.reduce((sum, { add }) => sum + add, 0);
