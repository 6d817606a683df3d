/** The step of a plan that is looked at: whole, with what it came to. */
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DrawnStep } from './plan-picture.ts'
import { lookOf } from './plan-step-card.tsx'

type ChosenStepProps = {
  readonly session: string
  readonly step: DrawnStep
  readonly steps: readonly DrawnStep[]
  readonly onClose: () => void
}

export function ChosenStep({ session, step, steps, onClose }: ChosenStepProps) {
  const { id, goal, needs, path, said } = step
  const neededBy = steps.filter((other) => other.needs.includes(id)).map((other) => other.id)
  return (
    <section className="in chosen" aria-label={`Step ${id}`}>
      <div className="row">
        <h3 className="m5 text-[13px] wrap-anywhere">
          <code>{id}</code> {goal}
        </h3>
        <span className="sp" />
        <Button look="ghost" mini icon="x" label="Close" onClick={onClose} />
      </div>
      <p className="meta">
        <span>{lookOf(step).word}</span>
        <span>
          Needs <b>{needs.length === 0 ? 'nothing' : needs.join(' ')}</b>
        </span>
        <span>
          Needed by <b>{neededBy.length === 0 ? 'nothing' : neededBy.join(' ')}</b>
        </span>
      </p>
      {said !== '' && <p className="gave">{said}</p>}
      {path !== undefined && (
        <Link
          className="btn mini justify-self-start"
          to="/sessions/$session/steps"
          params={{ session }}
          search={{ step: path }}
        >
          <Icon name="list" />
          Open step
        </Link>
      )}
    </section>
  )
}
