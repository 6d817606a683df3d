/** The box that a message was sent from is gone when its conversation opens: the one that takes its place is focused. */
let isExpected = false

export function expectFocus(): void {
  isExpected = true
}

/** Whether the box that appears now takes the place of one that was written in. */
export function takesFocus(): boolean {
  const takes = isExpected
  isExpected = false
  return takes
}
