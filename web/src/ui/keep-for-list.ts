/** For onEscapeKeyDown: the first Escape closes an open list of a combobox, the next one the dialog around it. */
export function keepForList(event: Event): void {
  if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault();
}
