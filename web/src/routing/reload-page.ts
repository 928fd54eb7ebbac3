/** Reloads the console at the same address. */
export const reloadPage = (): void => window.location.reload();
