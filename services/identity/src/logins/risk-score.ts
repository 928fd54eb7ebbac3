import type { DeviceFingerprint } from './device-fingerprint.ts';

/** What the server itself knows about the address a login comes from. */
export interface AddressHistory {
  readonly isBlocked: boolean;
  /** Failed logins from this address in the last hour, whoever they were for. */
  readonly recentFailures: number;
}

export interface Risk {
  /** 0–100. */
  readonly score: number;
  /** In words that may be shown to the person. */
  readonly reasons: readonly string[];
}

/** Above this a login is blocked where risk is enforced (spec section 5). */
export const BLOCK_ABOVE = 70;
/** From here on a device that is not known has to show a mailed code, where risk is enforced. */
export const VERIFY_FROM = 40;

const AUTOMATION_RESOLUTIONS = new Set(['1920x1080', '1366x768', '1024x768']);

/**
 * Risk of a login, 0–100. The points of the device are those of the specification, section 5; the address adds
 * 100 when it is on the block list, 20 from 5 and 40 from 20 failures in the last hour.
 */
export function riskOf(device: DeviceFingerprint | undefined, address: AddressHistory): Risk {
  const points = [...devicePoints(device), ...addressPoints(address)].filter(({ add }) => add > 0);
  const total = points.reduce((sum, { add }) => sum + add, 0);
  return { score: Math.min(100, total), reasons: points.map(({ reason }) => reason) };
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

// A browser that hides a surface sends the key with nothing in it; one that was never asked sends no key.
function isBlocked(device: DeviceFingerprint, surface: 'canvas' | 'webgl'): boolean {
  if (!(surface in device)) return false;
  const value = device[surface];
  return value === null || value === false || value === '' || value === 'blocked' || value === 'unsupported';
}

function addressPoints(address: AddressHistory): Points[] {
  const failures = address.recentFailures >= 20 ? 40 : address.recentFailures >= 5 ? 20 : 0;
  return [
    { add: address.isBlocked ? 100 : 0, reason: 'This address is blocked' },
    { add: failures, reason: 'Many failed sign-ins from this address' },
  ];
}
