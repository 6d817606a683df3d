/** What may be wider than its card, such as a table: it scrolls inside, by keys as well. */
import type { ReactNode } from 'react'

type SidewaysProps = { readonly label: string; readonly className?: string; readonly children: ReactNode }

export function Sideways({ label, className = 'scroll-x', children }: SidewaysProps) {
  return (
    // Words for who cannot see lie outside of the flow: without `relative` they would widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={`relative ${className}`} tabIndex={0} aria-label={`${label}, scrolls sideways`}>
      {children}
    </section>
  )
}
