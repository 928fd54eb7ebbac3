/** 128 random bits as an idempotency key. `randomUUID` exists only in secure contexts (HTTPS). */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
