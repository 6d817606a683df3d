/** A plan as a list: the same as the picture, in the order of the plan. */
import { toolIcon } from '../../reasoning/step-icon.ts'
import { Clock } from '../../session/clock.tsx'
import { Badge } from '../../ui/badge.tsx'
import { duration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { DrawnStep } from './plan-picture.ts'
import { lookOf } from './plan-step-card.tsx'
import type { PlanDrawingProps } from './plan-waves-view.tsx'

export function PlanList({ steps, version, chosen, onChoose }: PlanDrawingProps) {
  return (
    <ol className="plan-list" aria-label="Plan as a list">
      {steps.map((step) => (
        <li key={step.key}>
          <button
            type="button"
            aria-expanded={chosen === step.key}
            onClick={() => onChoose(chosen === step.key ? undefined : step.key)}
          >
            <ListedStep step={step} version={version} />
          </button>
        </li>
      ))}
    </ol>
  )
}

function ListedStep({ step, version }: { readonly step: DrawnStep; readonly version: number }) {
  const { id, goal, tool, needs, since, state, ms, startedAt, score } = step
  const { word, icon, tone } = lookOf(step)
  return (
    <>
      <span className={tone}>
        <Icon name={icon} small spins={state === 'running'} />
      </span>
      <span className="min-w-0">
        <span className="m5">
          <code>{id}</code> {goal}
        </span>
        <span className="x">
          <span>{word}</span>
          {tool !== undefined && (
            <span className="inline-flex gap-1 items-center">
              <Icon name={toolIcon(tool)} small />
              {tool}
            </span>
          )}
          {needs.length > 0 && <span>needs {needs.join(' ')}</span>}
          {since === version && version > 1 && (
            <Badge square tone="hold">
              new in v{version}
            </Badge>
          )}
        </span>
      </span>
      <span className="tt">
        {score !== undefined && (
          <b>
            <span className="vh">score </span>
            {score.toFixed(1)}{' '}
          </b>
        )}
        {ms !== undefined ? duration(ms) : startedAt !== undefined && state !== 'held' && <Clock since={startedAt} />}
      </span>
    </>
  )
}
