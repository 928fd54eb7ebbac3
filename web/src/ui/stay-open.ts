/**
 * For onFocusOutside of a modal dialog: a dialog that closes gives the focus back to the screen, which is no wish to
 * close the one that opens then.
 */
export const stayOpen = (event: Event): void => event.preventDefault();
