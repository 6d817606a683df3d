/** What somebody sees who is not logged in, or whose server is gone. */
import { ApiError } from '@gyre/server/client'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Mark } from '../ui/icon.tsx'
import { Failure } from '../ui/states.tsx'

export function Outside({ error, reset }: ErrorComponentProps) {
  const isStranger = error instanceof ApiError && error.status === 401
  return (
    <main id="main" className="outside">
      <div className="brand">
        <Mark />
        Gyre
      </div>
      {isStranger ? <Stranger /> : <Failure error={error} onRetry={reset} />}
    </main>
  )
}

function Stranger() {
  return (
    <>
      <h1>You are not logged in</h1>
      <p>
        Open the link that <code>gyre serve</code> printed when it started. It works once; <code>gyre serve</code>{' '}
        prints another when it starts again.
      </p>
      <p className="sm soft">
        Programs use a key: <code>gyre keys add NAME</code>. The <a href="/api/v1/docs">reference of the API</a> is open
        to everybody.
      </p>
    </>
  )
}
