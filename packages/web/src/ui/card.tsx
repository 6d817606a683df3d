/** A card: a heading, what is said beside it, actions, and the matter. */
import { type ReactNode, useId } from 'react'

type CardProps = {
  readonly title?: ReactNode
  /** Beside the title, quieter. */
  readonly sub?: ReactNode
  readonly actions?: ReactNode
  /** The matter reaches to the edge, as tables do. */
  readonly flush?: boolean
  readonly className?: string
  readonly id?: string
  readonly children: ReactNode
}

export function Card({ title, sub, actions, flush = false, className = '', id, children }: CardProps) {
  const heading = useId()
  return (
    <section className={`card ${className}`} id={id} aria-labelledby={title === undefined ? undefined : heading}>
      {title !== undefined && (
        <header>
          <h2 id={heading}>{title}</h2>
          {sub !== undefined && <span className="sub">{sub}</span>}
          <span className="sp" />
          {actions}
        </header>
      )}
      {flush ? children : <div className="in">{children}</div>}
    </section>
  )
}
