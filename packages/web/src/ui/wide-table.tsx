/** A table that may be wider than its card: it scrolls inside, by keys as well. */
import type { ReactNode } from 'react'
import { Sideways } from './sideways.tsx'

type WideTableProps = {
  readonly label: string
  /** In pixels: below it the table scrolls. */
  readonly minWidth: number
  readonly className?: string
  readonly children: ReactNode
}

export function WideTable({ label, minWidth, className = 't tight', children }: WideTableProps) {
  return (
    <Sideways label={label}>
      <table className={`${className} first-stays`} style={{ minWidth }}>
        {children}
      </table>
    </Sideways>
  )
}
