/** Where the session stops by itself. */
import type { Breakpoint } from '@gyre/core'
import { Card } from '../ui/card.tsx'
import { money } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

export function Breakpoints({ breakpoints }: { readonly breakpoints: readonly Breakpoint[] }) {
  if (breakpoints.length === 0) return null
  return (
    <Card title="Break-points" sub="it stops there by itself">
      <ul className="grid gap-1 sm">
        {breakpoints.map((each) => (
          <li key={JSON.stringify(each)} className="row">
            <Icon name="pause" small />
            {breakpointText(each)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function breakpointText(breakpoint: Breakpoint): string {
  if ('before' in breakpoint) return `Before a call of ${breakpoint.before}`
  if ('costUsd' in breakpoint) return `When it has cost ${money(breakpoint.costUsd)}`
  if ('scoreBelow' in breakpoint) return `When a score is below ${breakpoint.scoreBelow}`
  return 'When something is missing'
}
