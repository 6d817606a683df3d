/** What a runtime knows by name: so that a session found in a store can go on. */
import { GyreError } from '../errors.ts'
import { issuesError } from '../faults/issues.ts'
import { suggestion } from '../faults/nearest.ts'
import type { OfferedTool } from '../kernel/context.ts'
import type { Loop } from '../kernel/loop.ts'
import { toolsOf } from '../kernel/loop-run.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { ForeignModel, Model, ModelInput, Role } from '../ports/model.ts'
import { type ClientTool, toolsToFind, withClientTools } from '../tools/client-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { absentTool, silentModel, unknownTool } from './stand-ins.ts'

export type Models = Readonly<Record<Role, Model>>

type Named = { readonly loops?: Iterable<Loop>; readonly tools?: Iterable<Tool>; readonly models?: Iterable<Model> }

/** What a session needs to run. */
export type SessionEquipment = { readonly loop: Loop; readonly models: Models; readonly tools: readonly Tool[] }

/** What a session is played with, by name. */
type Play = Pick<SessionDefinition, 'loop' | 'tools' | 'clientTools'>

/** Where models and tools come from that were not given as such. */
type Sources = {
  readonly findModel?: ((id: string) => Model | undefined) | undefined
  readonly adaptModel?: ((model: ForeignModel) => Model) | undefined
  readonly findTools?: ((patterns?: readonly string[]) => Promise<readonly Tool[]>) | undefined
  readonly isToolAway?: ((name: string) => boolean) | undefined
  /** Whether a name is that of a persona that is not from the store: no loop has such a one. */
  readonly isPersona?: ((name: string) => boolean) | undefined
}

export class Registry {
  readonly #loops = new Map<string, Loop>()
  readonly #tools = new Map<string, Tool>()
  /** Those of the runtime itself, not of a session that brought its own. */
  readonly #offered = new Map<string, Tool>()
  readonly #models = new Map<string, Model>()
  readonly #findModel: Sources['findModel']
  readonly #adaptModel: Sources['adaptModel']
  readonly #findTools: Sources['findTools']
  readonly #isToolAway: Sources['isToolAway']
  readonly #isPersona: Sources['isPersona']
  /** Those that were found last. */
  #found: readonly Tool[] = []
  /** Made of those of another library: one each, so that sessions share it. */
  readonly #adapted = new WeakMap<ForeignModel, Model>()
  /** What sessions were begun with here that goes by the name of something else. */
  readonly #own = new Map<string, SessionEquipment>()
  /** Names of tools that several go by. */
  readonly #ambiguous = new Set<string>()

  constructor({ findModel, adaptModel, findTools, isToolAway, isPersona }: Sources = {}) {
    this.#findModel = findModel
    this.#adaptModel = adaptModel
    this.#findTools = findTools
    this.#isToolAway = isToolAway
    this.#isPersona = isPersona
  }

  /** Finds the tools of these patterns that there are now. Those that are gone are not offered any more. */
  async lookForTools(patterns: readonly string[] | undefined): Promise<void> {
    if (!this.#findTools) return
    const found = await this.#findTools(patterns)
    for (const { name } of this.#found) this.#offered.delete(name)
    this.#found = found
    this.add({ tools: found })
  }

  /** The same for tools of a session, unless all of them are known. */
  async lookForMissing(names: readonly string[]): Promise<void> {
    if (!names.every((name) => this.#tools.has(name))) await this.lookForTools(names)
  }

  /** Tools that are known by their names, and offered to nobody for it. */
  know(tools: Iterable<Tool>): void {
    for (const tool of tools) knownBy(this.#tools, tool.name, tool)
  }

  add({ loops = [], tools = [], models = [] }: Named): void {
    for (const loop of loops) this.#loops.set(loop.name, loop)
    for (const tool of tools) {
      this.#tools.set(tool.name, tool)
      this.#offered.set(tool.name, tool)
    }
    for (const model of models) this.#models.set(model.id, model)
  }

  /**
   * Keeps what a session was begun with until it is forgotten. The first of a name is known by it from then
   * on; another's tool of that name never takes its place.
   */
  keep(session: string, equipment: SessionEquipment): void {
    const { loop, models, tools } = equipment
    this.refusePersonaName(loop)
    const first = knownBy(this.#loops, loop.name, loop)
    // A client's tool is its session's alone, whose definition has it.
    const lasting = tools.filter(({ runBy }) => runBy !== 'client')
    const otherTools = lasting.filter((tool) => knownBy(this.#tools, tool.name, tool) !== tool)
    const otherModels = Object.values(models).filter((model) => knownBy(this.#models, model.id, model) !== model)
    for (const { name } of otherTools) this.#ambiguous.add(name)
    if (first !== loop || otherTools.length + otherModels.length > 0) this.#own.set(session, equipment)
  }

  /**
   * Whether all of it is known by its names, so that whoever has the same may run it. Models that nobody brought along
   * are the runtime's own: they are found by their names wherever it is set up alike.
   */
  knows({ loop, models, tools }: SessionEquipment, { hasOwnModels }: { readonly hasOwnModels: boolean }): boolean {
    const lasting = tools.filter(({ runBy }) => runBy !== 'client')
    const isKnown = (model: Model) => this.#models.get(model.id) === model || (!hasOwnModels && this.#canFind(model.id))
    return (
      this.#loops.get(loop.name) === loop &&
      lasting.every((tool) => this.#tools.get(tool.name) === tool) &&
      Object.values(models).every(isKnown)
    )
  }

  #canFind(id: string): boolean {
    try {
      return this.#findModel?.(id) !== undefined
    } catch {
      return false
    }
  }

  /** Who starts a persona by its name would run a loop that somebody brought along under it. */
  refusePersonaName({ name }: Loop): void {
    if (!this.#isPersona?.(name)) return
    const message = `\`${name}\` is the name of a persona; give the loop another name, or start the persona with \`startAs\``
    throw issuesError('persona-invalid', `Loop \`${name}\``, [{ path: ['name'], message }])
  }

  /** Of a session that has ended nobody knows which of several tools of a name was its own: to run another's is refused. */
  refuseMixUp(definition: Pick<SessionDefinition, 'tools' | 'clientTools'>): void {
    const name = toolsToFind(definition).find((tool) => this.#ambiguous.has(tool))
    if (name === undefined) return
    const message = `Several tools were called \`${name}\` here, and it is not known which of them the session had.`
    throw new GyreError('tool-unknown', message, { name })
  }

  /**
   * Where others may run a session, one that needs a tool that is not here is theirs. A tool of a server that is only
   * away for now is missing nowhere: the session is told when it calls it.
   */
  refuseMissingTools(session: string, definition: Pick<SessionDefinition, 'tools' | 'clientTools'>): void {
    if (this.#own.has(session)) return
    const isHere = (name: string): boolean => this.#tools.has(name) || (this.#isToolAway?.(name) ?? false)
    const names = toolsToFind(definition).filter((name) => !isHere(name))
    if (names.length === 0) return
    const listed = names.map((name) => `\`${name}\``).join(', ')
    const message =
      names.length === 1
        ? `The session needs the tool ${listed}, which is not here.`
        : `The session needs the tools ${listed}, which are not here.`
    throw new GyreError('tool-unknown', message, { names })
  }

  forget(session: string): void {
    this.#own.delete(session)
  }

  loop(name: string): Loop {
    const loop = this.#loops.get(name)
    if (loop) return loop
    const known = [...this.#loops.keys()]
    throw new GyreError('loop-unknown', `There is no loop \`${name}\`: ${suggestion(name, known)}`, {
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

  /** Where tools come from elsewhere, one may be gone for a while. */
  #toolOf(name: string): Tool {
    return this.#findTools && !this.#tools.has(name) ? absentTool(name) : this.tool(name)
  }

  /** The tools any session may ask for, in the order they were named. */
  tools(): readonly Tool[] {
    return [...this.#offered.values()]
  }

  loops(): readonly Loop[] {
    return [...this.#loops.values()]
  }

  /** A model as a session can use it. Undefined when it is none at all. */
  modelFrom(given: ModelInput): Model | undefined {
    if (typeof given === 'string') return this.model(given)
    if (isModel(given)) return given
    if (!isForeign(given) || !this.#adaptModel) return undefined
    const model = this.#adapted.get(given) ?? this.#adaptModel(given)
    this.#adapted.set(given, model)
    return model
  }

  model(id: string): Model {
    const model = this.#models.get(id) ?? this.#findModel?.(id)
    if (model) {
      // Found once, it is the same for all who name it: what it learns is known to each.
      this.#models.set(id, model)
      return model
    }
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

  /** What a session needs to go on: what it was begun with, else what is known by these names. */
  equipment(session: string, definition: Play & Pick<SessionDefinition, 'models'>): SessionEquipment {
    const models = this.#own.get(session)?.models
    return { ...this.playOf(session, definition), models: models ?? this.models(definition.models) }
  }

  /** The same without its models, for whoever brings others. */
  playOf(session: string, definition: Play): Pick<SessionEquipment, 'loop' | 'tools'> {
    const own = this.#own.get(session)
    const tools = own?.tools ?? toolsToFind(definition).map((name) => this.#toolOf(name))
    return { loop: own?.loop ?? this.loop(definition.loop), tools: withClientTools(tools, definition.clientTools) }
  }

  /** The same where nothing is called: what is not known here is stood in for, except the loop. */
  offlineEquipment(session: string, definition: Play & Pick<SessionDefinition, 'models'>): SessionEquipment {
    const own = this.#own.get(session)
    const tools = own?.tools ?? toolsToFind(definition).map((name) => this.#tools.get(name) ?? unknownTool(name))
    const { author, planner, judge, utility } = definition.models
    return {
      loop: own?.loop ?? this.loop(definition.loop),
      tools: withClientTools(tools, definition.clientTools),
      models: {
        author: silentModel(author),
        planner: silentModel(planner),
        judge: silentModel(judge),
        utility: silentModel(utility),
      },
    }
  }

  /** The model a session has for a role. */
  modelOf(session: string, role: Role, { models }: Pick<SessionDefinition, 'models'>): Model {
    return this.#own.get(session)?.models[role] ?? this.model(models[role])
  }

  /** Tools as loops see them, some of them a client's; undefined when one is not known here. */
  toolSpecs(names: readonly string[], clientTools?: readonly ClientTool[]): readonly OfferedTool[] | undefined {
    const found = toolsToFind({ tools: names, clientTools }).flatMap((name) => this.#tools.get(name) ?? [])
    const all = withClientTools(found, clientTools)
    const tools = names.flatMap((name) => all.find((tool) => tool.name === name) ?? [])
    return tools.length < names.length ? undefined : toolsOf(tools).toolSpecs
  }
}

/** People who do not use TypeScript are told, too. */
function isModel(given: unknown): given is Model {
  return hasFields(given, 'id') && 'stream' in given && typeof given.stream === 'function'
}

function isForeign(given: unknown): given is ForeignModel {
  return hasFields(given, 'specificationVersion', 'provider', 'modelId')
}

function hasFields(given: unknown, ...fields: readonly string[]): given is object {
  if (typeof given !== 'object' || given === null) return false
  return fields.every((field) => typeof (given as Readonly<Record<string, unknown>>)[field] === 'string')
}

/** What is known by a name: this from now on, unless something else is. */
function knownBy<T>(known: Map<string, T>, name: string, thing: T): T {
  const first = known.get(name) ?? thing
  known.set(name, first)
  return first
}
