import type { TokenReport } from './pkcs11-protocol.ts';
import type { TokenSession } from './pkcs11-session.ts';

/** CK_UNAVAILABLE_INFORMATION: all bits set, 32 or 64 of them depending on the binding. */
const UNKNOWN: readonly bigint[] = [0xffff_ffffn, 0xffff_ffff_ffff_ffffn];
/** PKCS#11 v2.40, CK_SLOT_INFO. */
const CKF_HW_SLOT = 0x04;
const SHOWN_OF_SERIAL = 4;

/** Reads the token's properties (C_GetTokenInfo, C_GetSlotInfo). @throws Pkcs11Error */
export function reportToken({ api, library, slot }: TokenSession): TokenReport {
  const token = library.C_GetTokenInfo(slot);
  const { flags } = library.C_GetSlotInfo(slot);
  const figures = {
    sessions: token.sessionCount,
    maxSessions: token.maxSessionCount,
    freePrivateBytes: token.freePrivateMemory,
    totalPrivateBytes: token.totalPrivateMemory,
    freePublicBytes: token.freePublicMemory,
    totalPublicBytes: token.totalPublicMemory,
  };
  return {
    manufacturer: token.manufacturerID.trim(),
    model: token.model.trim(),
    serialNumber: maskSerial(token.serialNumber.trim()),
    firmwareVersion: `${token.firmwareVersion.major}.${token.firmwareVersion.minor}`,
    figures: Object.fromEntries(
      Object.entries(figures)
        .filter(([name, value]) => isKnown(name, value))
        .map(([name, value]) => [name, Number(value)]),
    ),
    isHardware: (flags & CKF_HW_SLOT) !== 0,
    isWriteProtected: (token.flags & api.CKF_WRITE_PROTECTED) !== 0,
  };
}

/** Zero as the maximum of sessions means "no limit" (CK_EFFECTIVELY_INFINITE). */
function isKnown(name: string, value: number | bigint): boolean {
  return !UNKNOWN.includes(BigInt(value)) && !(name === 'maxSessions' && Number(value) === 0);
}

/** Masks a serial number, but keeps enough of it to distinguish devices. */
export function maskSerial(serial: string): string | undefined {
  if (serial === '') return undefined;
  const shown = serial.slice(-SHOWN_OF_SERIAL);
  return `${'•'.repeat(Math.max(0, serial.length - shown.length))}${shown}`;
}
