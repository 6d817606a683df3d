/** Where a fork comes from, and the way to both side by side. */
import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { oneLine } from '../ui/one-line.ts'
import { keptStep } from './fork-origin.ts'
import type { SessionLog } from './session-log.ts'

const longestTitle = 40

export function ForkedFrom({ log }: { readonly log: SessionLog }) {
  const { definition } = log.view
  const source = definition?.fork?.session
  if (source === undefined) return null
  const step = keptStep(log)
  return (
    <>
      <span>
        <Icon name="fork" small />
        <span>
          Forked from {/* A fork has the goal of its source. */}
          <Link to="/sessions/$session" params={{ session: source }}>
            {oneLine(definition?.task.goal ?? 'another session', longestTitle)}
          </Link>
          {step === '' ? (
            ', from its beginning'
          ) : (
            <>
              , after{' '}
              <Link to="/sessions/$session/steps" params={{ session: source }} search={{ step }} title={step}>
                {step.slice(step.lastIndexOf('/') + 1)}
              </Link>
            </>
          )}
        </span>
      </span>
      <Link to="/compare" search={{ a: source, b: log.id }}>
        Compare both
      </Link>
    </>
  )
}
