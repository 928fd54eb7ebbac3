import { z } from 'zod';

/** Larger fingerprints are refused at the gateway; here they count as absent. */
const MAX_LENGTH = 16 * 1024;

/** The keys that the risk score and the security screens use; browsers may send more. */
const known = z.object({
  fingerprint: z.string().max(128).optional(),
  isBot: z.boolean().optional(),
  suspiciousActivity: z.union([z.array(z.string().max(200)).max(100), z.boolean()]).optional(),
  canvas: z.unknown().optional(),
  webgl: z.unknown().optional(),
  screenResolution: z.string().max(20).optional(),
  platform: z.string().max(100).optional(),
  timezone: z.string().max(100).optional(),
});

export type DeviceFingerprint = z.output<typeof known>;

/** What is stored of a device in addition to its hash: the three facts that the security screens show. */
export interface DeviceInfo {
  readonly platform?: string;
  readonly screenResolution?: string;
  readonly timezone?: string;
}

/** Parses a browser's claims about itself. None is trusted: they only add risk, so unparsable input equals no input. */
export function readFingerprint(json: string): DeviceFingerprint | undefined {
  if (json === '' || json.length > MAX_LENGTH) return undefined;
  try {
    const parsed = known.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function deviceInfoOf(device: DeviceFingerprint | undefined): DeviceInfo {
  return {
    ...(device?.platform === undefined ? {} : { platform: device.platform }),
    ...(device?.screenResolution === undefined ? {} : { screenResolution: device.screenResolution }),
    ...(device?.timezone === undefined ? {} : { timezone: device.timezone }),
  };
}
