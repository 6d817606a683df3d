/** The goal as it was written, what works on it, and the budget at a glance. */
import { Link } from '@tanstack/react-router'
import { BudgetMeter } from '../session/budget-meter.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { iterationOf } from './iteration.ts'

export function GoalLine({ live }: { readonly live: LiveSession }) {
  const { definition } = live.log.view
  const iteration = iterationOf(live.log)
  if (!definition) return null
  const { task, loop, persona, models, fork } = definition
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
          {fork && (
            <span>
              Forked from{' '}
              <Link to="/sessions/$session" params={{ session: fork.session }}>
                {fork.session.slice(0, 12)}…
              </Link>
            </span>
          )}
        </div>
      </div>
      <BudgetMeter live={live} compact />
    </div>
  )
}
