/** The goal as it was written, what works on it, and the budget at a glance. */
import { BudgetMeter } from '../session/budget-meter.tsx'
import { ForkedFrom } from '../session/forked-from.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { iterationOf } from './iteration.ts'

export function GoalLine({ live }: { readonly live: LiveSession }) {
  const { definition } = live.log.view
  const iteration = iterationOf(live.log)
  if (!definition) return null
  const { task, loop, persona, models } = definition
  return (
    <div className="goal">
      <div>
        <p className="q wrap-anywhere whitespace-pre-wrap">{task.goal}</p>
        <div className="meta mt-1">
          <span>
            Loop <b>{loop}</b>
          </span>
          {persona && (
            <span>
              Persona <b>{persona.version === null ? persona.name : `${persona.name} v${persona.version}`}</b>
            </span>
          )}
          <span>
            Model <b>{models.author}</b>
          </span>
          {iteration && (
            <span>
              Iteration{' '}
              <b className="num">
                {iteration.number} of {iteration.most}
              </b>
            </span>
          )}
          <ForkedFrom log={live.log} />
        </div>
      </div>
      <BudgetMeter live={live} compact />
    </div>
  )
}
