/** A view that cannot be drawn: the rest of the page stays. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Failure } from '../ui/states.tsx'
import { Page } from './page.tsx'

export function ViewFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This view failed">
      <Failure error={error} onRetry={reset} />
    </Page>
  )
}
