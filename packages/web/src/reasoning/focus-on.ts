/** Going to a part of the page. */

/** Puts the focus on the first of these parts that is there. */
export function focusOn(...ids: readonly string[]): void {
  const part = ids.map((id) => document.getElementById(id)).find((each) => each !== null)
  if (!part) return
  part.tabIndex = -1
  part.scrollIntoView({ block: 'start' })
  part.focus({ preventScroll: true })
}
