/** The arms of an eval: each loop with each model, each persona with its own or each that is named. */
import type { Model } from '@gyre/core'
import type { EvalArm } from '@gyre/lab'

/** An arm, and the model it is given. */
export type RunnableArm = EvalArm & { readonly given: Model | undefined }

export type ArmChoice = {
  readonly loops: readonly string[]
  readonly personas: readonly string[]
  readonly models: readonly Model[]
  /** Whether personas run with these models, too. */
  readonly areModelsNamed: boolean
}

export function armsOf({ loops, personas, models, areModelsNamed }: ArmChoice): readonly RunnableArm[] {
  const named = (name: string, model: Model) => (models.length > 1 ? `${name} ${model.id}` : name)
  const byLoop = loops.flatMap((loop) =>
    models.map((given) => ({ name: named(loop, given), loop, persona: null, model: given.id, given })),
  )
  const byPersona = personas.flatMap((persona): readonly RunnableArm[] =>
    areModelsNamed
      ? models.map((given) => ({ name: named(persona, given), loop: null, persona, model: given.id, given }))
      : [{ name: persona, loop: null, persona, model: null, given: undefined }],
  )
  const taken = new Set(byLoop.map(({ name }) => name))
  // A loop and a persona of one name are two arms all the same.
  return [...byLoop, ...byPersona.map((arm) => (taken.has(arm.name) ? { ...arm, name: `persona ${arm.name}` } : arm))]
}
