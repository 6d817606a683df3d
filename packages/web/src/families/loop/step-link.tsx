/** A link to a step, on the page of all steps. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type StepLinkProps = {
  readonly session: string
  /** Null where there is no step, such as of a call that was never made: then it is plain text. */
  readonly path: string | null
  readonly className?: string
  readonly children: ReactNode
}

export function StepLink({ session, path, className = '', children }: StepLinkProps) {
  if (path === null) return <span className={className}>{children}</span>
  return (
    <Link to="/sessions/$session/steps" params={{ session }} search={{ step: path }} className={className}>
      {children}
    </Link>
  )
}
