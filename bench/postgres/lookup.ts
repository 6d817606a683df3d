/** The tool loop as workers know it by name: how often it looks something up is told by its config. */
import { type Model, type RuntimeOptions, react } from '@gyre/core'
import { equip } from '../gyre.ts'
import type { Workload } from '../scripted-task.ts'

export const lookups: Workload = { iterations: 10, width: 1, toolMs: 0 }

/** Facts of such a session: its beginning, its status, two for each iteration, the answer and the end. */
export const stepsOf = ({ iterations }: Workload) => 2 * iterations + 1

/** With a model that takes its time. */
export function lookupEquipment(modelMs: number): Pick<RuntimeOptions, 'loops' | 'models' | 'tools'> {
  const { model, tools } = equip(lookups)
  const slow: Model = {
    id: model.id,
    async *stream(request, call) {
      if (modelMs > 0) await new Promise((resolve) => setTimeout(resolve, modelMs))
      yield* model.stream(request, call)
    },
  }
  return { loops: [react], models: [slow], tools }
}

export const startOptions = {
  tools: equip(lookups).tools,
  model: 'bench/scripted',
  config: { maxIterations: lookups.iterations + 1 },
}
