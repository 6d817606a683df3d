/** One goal, done by several loops, personas and models. */
import type { Model, StartOptions, TaskInput } from '@gyre/core'
import { experiment } from './experiment.ts'
import type { Variant } from './side-by-side.ts'

export type ComparisonOptions = {
  readonly loops?: readonly string[]
  readonly personas?: readonly string[]
  /** Each loop runs with each; a persona brings its own unless one is named. */
  readonly models: readonly Model[]
  /** Whether personas run with these models, too. */
  readonly areModelsNamed?: boolean
  readonly start?: Omit<StartOptions, 'model'>
}

/** A variant for each loop and persona with each model. */
export function comparison(task: TaskInput, options: ComparisonOptions): readonly Variant[] {
  const { loops = [], personas = [], models, areModelsNamed = false, start = {} } = options
  const whole = { ...experiment, ...start }
  const { tools: _, ...manner } = whole
  const named = (name: string, model: Model) => (models.length > 1 ? `${name} ${model.id}` : name)
  const byLoop = loops.flatMap((loop) =>
    models.map((model) => ({
      name: named(loop, model),
      wanted: { loop, task, options: { ...whole, model } },
    })),
  )
  const withOwn = (persona: string) => [{ name: persona, wanted: { persona, task, options: manner } }]
  const byPersona = personas.flatMap((persona) =>
    areModelsNamed
      ? models.map((model) => ({
          name: named(persona, model),
          wanted: { persona, task, options: { ...manner, model } },
        }))
      : withOwn(persona),
  )
  return [...byLoop, ...byPersona]
}
