/**
 * For onFocusOutside of a modal dialog: a dialog that closes returns the focus to the screen, which must not close the
 * dialog that opens next.
 */
export const stayOpen = (event: Event): void => event.preventDefault();
