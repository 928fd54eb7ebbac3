/** For onEscapeKeyDown: Escape closes an open list of a combobox first, and what is around it the next time. */
export function keepForList(event: Event): void {
  if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault();
}
