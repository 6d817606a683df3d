/** The arms of a split, as they are being written. */
import { useQuery } from '@tanstack/react-query'
import { loopsQuery } from '../../api/loops.ts'
import type { Arms } from '../../api/persona-admin.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField, JsonField, NumberField } from './fields.tsx'
import { type Arm, shareOf } from './rollout-text.ts'

type RolloutFormProps = {
  readonly arms: Arms
  readonly versions: readonly number[]
  readonly isSaving: boolean
  readonly onChange: (arms: Arms) => void
  readonly onSave: () => void
  readonly onDiscard: () => void
  /** Ends the split; undefined where there is none. */
  readonly onEnd: (() => void) | undefined
}

export function RolloutForm({ arms, versions, isSaving, onChange, onSave, onDiscard, onEnd }: RolloutFormProps) {
  const change = (at: number, arm: Arm) => onChange(arms.map((each, index) => (index === at ? arm : each)))
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <ol className="grid gap-3">
        {arms.map((arm, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: arms have no names, and may be alike while they are written.
          <li key={at} className="grid gap-2">
            <span className="row sm">
              <b className="m5">Arm {at + 1}</b>
              <span className="muted">{shareOf(arms, at)} of the sessions</span>
              <span className="sp" />
              <Button
                mini
                look="ghost"
                icon="x"
                label={`Remove arm ${at + 1}`}
                disabled={arms.length === 1}
                onClick={() => onChange(arms.filter((_, index) => index !== at))}
              />
            </span>
            <ArmFields arm={arm} versions={versions} onChange={(next) => change(at, next)} />
          </li>
        ))}
      </ol>
      <div className="row wrap">
        <Button mini icon="plus" onClick={() => onChange([...arms, { weight: 10 }])}>
          Add an arm
        </Button>
        <span className="sp" />
        {onEnd && (
          <Button mini look="danger" onClick={onEnd}>
            End the split
          </Button>
        )}
        <Button mini look="ghost" onClick={onDiscard}>
          Discard
        </Button>
        <Button mini look="primary" type="submit" busy={isSaving}>
          Save the split
        </Button>
      </div>
    </form>
  )
}

type ArmFieldsProps = {
  readonly arm: Arm
  readonly versions: readonly number[]
  readonly onChange: (arm: Arm) => void
}

function ArmFields({ arm, versions, onChange }: ArmFieldsProps) {
  const loops = useQuery(loopsQuery).data ?? []
  const { version, loop, config, weight } = arm
  /** What is left empty is left out. */
  const made = (more: Partial<Record<keyof Arm, unknown>>) => {
    const next = Object.entries({ version, loop, config, weight, ...more }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(next) as Arm)
  }
  return (
    <div className="form-grid">
      <NumberField label="Weight" value={weight} onChange={(value) => made({ weight: value ?? 0 })} />
      <ChoiceField
        label="Version"
        none="the current one"
        options={versions.map(String)}
        value={version}
        onChange={(value) => made({ version: value === '' ? undefined : Number(value) })}
      />
      <ChoiceField
        label="Loop"
        none="the persona's own"
        options={loops.map(({ name }) => name)}
        value={loop}
        onChange={(value) => made({ loop: value === '' ? undefined : value })}
      />
      <JsonField
        label="Settings of the loop"
        placeholder='{ "maxSteps": 4 }'
        value={config}
        onChange={(value) => made({ config: value })}
      />
    </div>
  )
}
