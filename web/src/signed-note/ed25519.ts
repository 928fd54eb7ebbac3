type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Whether an Ed25519 signature (RFC 8032) holds. By the browser itself where it can; browsers without Ed25519, and
 * pages without a secure context, take the library, which is loaded only then.
 */
export async function verifyEd25519(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  return (await byBrowser(publicKey, signature, message)) ?? (await byLibrary(publicKey, signature, message));
}

/** undefined when this browser has no Ed25519. */
async function byBrowser(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  try {
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, signature, message);
  } catch {
    return undefined;
  }
}

export async function byLibrary(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}
