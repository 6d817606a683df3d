/** What a panel shows when it has nothing to show: it is coming, there is none, or it failed. */
import { ApiError } from '@gyre/server/client'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

const patienceMs = 300

type SkeletonProps = {
  readonly lines?: number
  readonly label?: string
  /** In pixels: how high it is about to be, so that nothing below it jumps. */
  readonly room?: number
}

/** Bars in the place of what is coming; nothing at all while it may still come at once. */
export function Skeleton({ lines = 3, label = 'Loading', room }: SkeletonProps) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const kept = room === undefined ? undefined : { minHeight: room }
  if (!isDue) return kept ? <div style={kept} /> : null
  const widths = Array.from({ length: lines }, (_, line) => `${94 - ((line * 23) % 50)}%`)
  return (
    <div className="grid content-start gap-2.5 p-4" role="status" aria-label={label} style={kept}>
      {widths.map((width) => (
        <div key={width} className="skel" style={{ width }} />
      ))}
    </div>
  )
}

type EmptyProps = {
  readonly icon?: IconName
  readonly title: string
  /** Why there is nothing. */
  readonly children?: ReactNode
  /** One thing to do next. */
  readonly action?: ReactNode
}

export function Empty({ icon = 'ring', title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <b>{title}</b>
      {children !== undefined && <p className="sm">{children}</p>}
      {action}
    </div>
  )
}

type FailureProps = {
  readonly error: unknown
  /** What was to be done: `Saving the prompt`. */
  readonly doing?: string
  readonly onRetry?: () => void
}

/** What failed, what to do, and the code last and small. */
export function Failure({ error, doing, onRetry }: FailureProps) {
  const { message, fix, code } = told(error)
  return (
    <div className="note bad" role="alert">
      <Icon name="alert" />
      <div className="grid gap-1">
        <p>
          {doing !== undefined && <b>{doing} failed. </b>}
          {message}
        </p>
        {fix !== undefined && <p>{fix}</p>}
        <p className="row">
          {onRetry && (
            <Button mini icon="replay" onClick={onRetry}>
              Try again
            </Button>
          )}
          {code !== undefined && <code className="xs">{code}</code>}
        </p>
      </div>
    </div>
  )
}

type Told = { readonly message: string; readonly fix?: string | undefined; readonly code?: string | undefined }

export function told(error: unknown): Told {
  if (error instanceof ApiError) return { message: error.message, fix: error.fix, code: error.code }
  if (error instanceof TypeError) {
    return { message: 'The server cannot be reached.', fix: 'Look whether `gyre serve` still runs, then try again.' }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

/** A query's part of a page: what it shows while it loads, when it failed, and when it is there. */
export function Loaded<T>({ query, children, lines }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton {...(lines !== undefined && { lines })} />
}

type LoadedProps<T> = {
  readonly query: {
    readonly data: T | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}
