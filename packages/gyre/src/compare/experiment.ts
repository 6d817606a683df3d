/** How sessions are begun that are only there to be compared. */
import type { StartOptions } from '@gyre/core'

/** What one way answers is nobody's result, and must not help another. */
export const experiment = { deliver: [], remembers: false } as const satisfies StartOptions
