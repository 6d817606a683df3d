/** A table that may be wider than its card: it scrolls inside, by keys as well. */
import type { ReactNode } from 'react'

type WideTableProps = {
  readonly label: string
  /** In pixels: below it the table scrolls. */
  readonly minWidth: number
  readonly className?: string
  readonly children: ReactNode
}

export function WideTable({ label, minWidth, className = 't tight', children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className="scroll-x relative" tabIndex={0} aria-label={`${label}, scrolls sideways`}>
      <table className={`${className} first-stays`} style={{ minWidth }}>
        {children}
      </table>
    </section>
  )
}
