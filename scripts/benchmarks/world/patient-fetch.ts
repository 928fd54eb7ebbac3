const TRIES = 60;

/** A fetch that comes again where the vault is too busy for a moment: what prepares a world is no measurement. */
export const patientFetch: typeof fetch = async (input, init) => {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(input, init);
    if (response.status !== 503 || tries === TRIES) return response;
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
};
