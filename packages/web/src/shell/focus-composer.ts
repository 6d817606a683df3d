/** Puts the focus where one writes to a session, or begins one. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer], [data-steer]')?.focus()
}
