/** Tests replace this function, because jsdom cannot reload. */
export const reloadPage = (): void => window.location.reload();
