/** Loads the console anew at the same address. */
export const reloadPage = (): void => window.location.reload();
