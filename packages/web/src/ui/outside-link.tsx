/** Links that others wrote: a model, a tool, a page it read. */
import type { ReactNode } from 'react'

type OutsideLinkProps = {
  readonly href: string | null | undefined
  readonly className?: string
  readonly children?: ReactNode
}

/**
 * Opens beside the page, and tells nobody where it was. What is no address of the web or of a mailbox, such as
 * `javascript:`, is not a link at all.
 */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  if (!isOutside(href)) return <span className={className}>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      {children}
    </a>
  )
}

export function isOutside(address: string | null | undefined): address is string {
  return typeof address === 'string' && /^(?:https?:\/\/|mailto:)/i.test(address)
}
