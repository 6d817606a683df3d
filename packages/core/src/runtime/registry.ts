/** What a runtime knows by name: so that a session found in a store can go on. */
import { GyreError } from '../errors.ts'
import type { Loop } from '../kernel/loop.ts'
import { toolsOf } from '../kernel/loop-run.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { Model, Role, ToolSpec } from '../ports/model.ts'
import type { Tool } from '../tools/tool.ts'

export type Models = Readonly<Record<Role, Model>>

type Named = { readonly loops?: Iterable<Loop>; readonly tools?: Iterable<Tool>; readonly models?: Iterable<Model> }

export class Registry {
  readonly #loops = new Map<string, Loop>()
  readonly #tools = new Map<string, Tool>()
  readonly #models = new Map<string, Model>()
  readonly #findModel: ((id: string) => Model | undefined) | undefined

  constructor(findModel?: (id: string) => Model | undefined) {
    this.#findModel = findModel
  }

  add({ loops = [], tools = [], models = [] }: Named): void {
    for (const loop of loops) this.#loops.set(loop.name, loop)
    for (const tool of tools) this.#tools.set(tool.name, tool)
    for (const model of models) this.#models.set(model.id, model)
  }

  loop(name: string): Loop {
    const loop = this.#loops.get(name)
    if (loop) return loop
    const known = [...this.#loops.keys()]
    throw new GyreError('loop-unknown', `There is no loop \`${name}\`. Known loops: ${known.join(', ')}.`, {
      name,
      known,
    })
  }

  tool(name: string): Tool {
    const tool = this.#tools.get(name)
    if (tool) return tool
    const known = [...this.#tools.keys()]
    throw new GyreError('tool-unknown', `There is no tool \`${name}\`. Known tools: ${known.join(', ') || 'none'}.`, {
      name,
      known,
    })
  }

  model(id: string): Model {
    const model = this.#models.get(id) ?? this.#findModel?.(id)
    if (model) return model
    throw new GyreError('model-missing', `The session needs the model \`${id}\`, which was not given.`, { id })
  }

  models(ids: Readonly<Record<Role, string>>): Models {
    return {
      author: this.model(ids.author),
      planner: this.model(ids.planner),
      judge: this.model(ids.judge),
      utility: this.model(ids.utility),
    }
  }

  /** What a session needs to go on. */
  equipment({ loop, models, tools }: Pick<SessionDefinition, 'loop' | 'models' | 'tools'>) {
    return { loop: this.loop(loop), models: this.models(models), tools: tools.map((name) => this.tool(name)) }
  }

  /** Tools as models are shown them; undefined when one is not known here. */
  toolSpecs(names: readonly string[]): readonly ToolSpec[] | undefined {
    const tools = names.flatMap((name) => this.#tools.get(name) ?? [])
    return tools.length < names.length ? undefined : toolsOf(tools).toolSpecs
  }
}
