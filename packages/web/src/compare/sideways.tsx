/** A wide table that scrolls inside its card: by keys as well, so it can be gone to. */
import type { ReactNode } from 'react'

export function Sideways({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="scroll-x relative" tabIndex={0} aria-label={`${label}, scrolls sideways`}>
      {children}
    </section>
  )
}
