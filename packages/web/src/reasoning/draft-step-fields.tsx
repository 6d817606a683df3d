/** The fields of one step of a plan that is being changed. */
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { DraftStep } from './plan-draft.ts'

type DraftStepFieldsProps = {
  readonly step: DraftStep
  /** Ids it may need. */
  readonly others: readonly string[]
  readonly tools: readonly string[]
  readonly onEdit: (change: Partial<Pick<DraftStep, 'goal' | 'tool' | 'needs'>>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

export function DraftStepFields({ step, others, tools, onEdit, onMove, onRemove }: DraftStepFieldsProps) {
  const { id, goal, tool, isFixed } = step
  return (
    <li className="draft-step">
      <div className="row wrap">
        <code>{id}</code>
        {isFixed && (
          <Badge square tone="acc">
            begun, stays
          </Badge>
        )}
        <span className="sp" />
        <Button look="ghost" mini icon="up" label={`Move step ${id} up`} onClick={() => onMove(-1)} />
        <Button look="ghost" mini icon="down" label={`Move step ${id} down`} onClick={() => onMove(1)} />
        <Button look="ghost" mini icon="x" label={`Take step ${id} out`} disabled={isFixed} onClick={onRemove} />
      </div>
      <textarea
        className="field"
        rows={2}
        value={goal}
        readOnly={isFixed}
        aria-label={`Goal of step ${id}`}
        onChange={(event) => onEdit({ goal: event.target.value })}
      />
      <div className="row wrap">
        {tool !== '' && (
          <select
            className="field"
            aria-label={`Tool of step ${id}`}
            value={tool}
            disabled={isFixed}
            onChange={(event) => onEdit({ tool: event.target.value })}
          >
            {[...new Set([tool, ...tools])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <Needs step={step} others={others} onEdit={onEdit} />
      </div>
    </li>
  )
}

function Needs({ step, others, onEdit }: Pick<DraftStepFieldsProps, 'step' | 'others' | 'onEdit'>) {
  const { id, needs, isFixed } = step
  if (others.length === 0) return null
  const toggled = (other: string) =>
    needs.includes(other) ? needs.filter((need) => need !== other) : [...needs, other]
  return (
    <fieldset className="row wrap sm border-0 p-0 m-0" disabled={isFixed}>
      <legend className="vh">What step {id} needs</legend>
      <span className="muted">Needs</span>
      {others.map((other) => (
        <Button key={other} mini aria-pressed={needs.includes(other)} onClick={() => onEdit({ needs: toggled(other) })}>
          {other}
        </Button>
      ))}
    </fieldset>
  )
}
