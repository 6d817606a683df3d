/** What may be wider than its card: it scrolls inside it, by keys as well. */
import type { ReactNode } from 'react'

type ScrollingProps = { readonly label: string; readonly className?: string; readonly children: ReactNode }

export function Scrolling({ label, className = 'scroll-x', children }: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the order of keys nobody could scroll it
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
