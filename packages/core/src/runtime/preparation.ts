/**
 * Preparing a session: who plays it, with what, in which words.
 *
 * Everything that can be wrong with it is found here, before anything is stored or paid for.
 */
import type { Redactor } from '../audit/redaction.ts'
import type { Prompts } from '../catalog/prompts.ts'
import type { Settings } from '../catalog/settings.ts'
import type { LoopSettings } from '../catalog/settings-of-loop.ts'
import { GyreError } from '../errors.ts'
import type { Loop } from '../kernel/loop.ts'
import { innerLoopNames, loadLoops, refuseLoopsOff } from '../kernel/loop-config.ts'
import type { PersonaUse, ResultMemory, SessionDefinition } from '../kernel/session-view.ts'
import type { Message } from '../messages.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { Fact } from '../ports/facts.ts'
import type { ModelInput } from '../ports/model.ts'
import type { JournalRow, Store } from '../ports/store.ts'
import { toolsToFind } from '../tools/client-tool.ts'
import type { Archive } from './archive.ts'
import { type Cast, type Casting, overSettings, withOutput } from './casting.ts'
import { prepare, type StartOptions, type TaskInput } from './definition.ts'
import { type Deliver, type KnownDeliveries, readDeliver } from './deliver-names.ts'
import { type ForkOptions, prepareFork } from './fork.ts'
import { withTexts } from './prompt-texts.ts'
import type { Registry, SessionEquipment } from './registry.ts'
import { definitionIn } from './revive-session.ts'
import type { RuntimeOptions } from './runtime-options.ts'
import { threadMessages } from './thread.ts'

/** A session that somebody would like to have: of a loop, as a persona, or a fork of this one. */
export type Wanted =
  | { readonly loop: Loop | string; readonly task: TaskInput<unknown>; readonly options?: StartOptions }
  | { readonly persona: string; readonly task: TaskInput<unknown>; readonly options?: StartOptions }
  | { readonly fork: string; readonly options: ForkOptions }

/** A session that can begin. */
export type PreparedSession = {
  readonly definition: SessionDefinition
  readonly equipment: SessionEquipment
  readonly facts: readonly Fact[]
}

type PreparationOptions = {
  readonly store: Store
  readonly owner: string
  readonly clock: Clock
  readonly ids: Ids
  readonly redact: Redactor
  readonly registry: Registry
  readonly archive: Archive
  readonly casting: Casting
  readonly prompts: Prompts
  readonly settings: Settings
  readonly model: RuntimeOptions['model']
  readonly instructions: RuntimeOptions['instructions']
  readonly remembers: RuntimeOptions['remembers']
  readonly memoryTerms: ResultMemory
  readonly deliveries: KnownDeliveries
}

type Part = { readonly loop: Loop; readonly options: StartOptions; readonly persona: PersonaUse | null }

export class Preparation {
  readonly #options: PreparationOptions

  constructor(options: PreparationOptions) {
    this.#options = options
  }

  async prepare(wanted: Wanted): Promise<PreparedSession> {
    if ('fork' in wanted) return this.#fork(wanted.fork, wanted.options)
    const { task, options = {} } = wanted
    if ('persona' in wanted) return this.#cast(wanted.persona, task, options)
    const loop = typeof wanted.loop === 'string' ? await this.#switchedOn(wanted.loop) : wanted.loop
    return this.#begin(task, { loop, options, persona: null })
  }

  async #cast(name: string, task: TaskInput<unknown>, given: StartOptions): Promise<PreparedSession> {
    const thread = given.thread ?? this.#options.ids.next('thr')
    const { loop, options, persona, output } = await this.#options.casting.cast(name, thread, given)
    await this.#switchedOn(loop.name)
    return this.#begin(withOutput(task, output), { loop, options: { ...options, thread }, persona })
  }

  async #switchedOn(name: string): Promise<Loop> {
    const loop = this.#options.registry.loop(name)
    refuseLoopsOff([name], await this.#options.settings.loopsOff())
    return loop
  }

  async #begin(task: TaskInput<unknown>, { loop, options: given, persona }: Part): Promise<PreparedSession> {
    const { registry, prompts, redact, ids, clock, settings } = this.#options
    registry.refusePersonaName(loop)
    const loopsOff = await settings.loopsOff()
    const set = await settings.ofLoop(loop.name)
    const options = overSettings(loop, given, set, registry.loops())
    const deliver = this.#deliver(options.deliver, set)
    const { definition, models, tools } = prepare(
      loop,
      task,
      await this.#withInstructions(await this.#withModel(options, set)),
      {
        redact,
        modelFrom: (given: ModelInput) => registry.modelFrom(given),
        thread: options.thread ?? ids.next('thr'),
        persona,
        promptTexts: withTexts(await prompts.overrides(), [...registry.loops(), loop], options.prompts),
        earlier: await this.#earlier(task, options),
        remembers: options.remembers === false ? undefined : this.#remembers(deliver),
        deliver: deliver.targets,
        loops: registry.loops(),
        loopsOff,
      },
    )
    if (loopsOff.length > 0) refuseLoopsOff(innerLoopNames(loop, options.config ?? {}, registry.loops()), loopsOff)
    await loadLoops(loop, definition.config, registry.loops())
    const created: Fact = { seq: 1, at: clock.now(), type: 'session.created', data: definition }
    return { definition, equipment: { loop, models, tools }, facts: [created] }
  }

  /** Where the result goes: what is said, else what is set, whose faults nobody would look for in the request. */
  #deliver(said: StartOptions['deliver'], set: LoopSettings | undefined): Deliver {
    const { deliveries } = this.#options
    if (said !== undefined || set?.deliver === undefined) return readDeliver(said, deliveries)
    try {
      return readDeliver(set.deliver, deliveries)
    } catch (error) {
      throw faultOfSetting(error)
    }
  }

  /** One whose result is delivered to the memory is remembered, though others are not. */
  #remembers({ isRemembered }: Deliver): ResultMemory | undefined {
    const { remembers, memoryTerms } = this.#options
    return remembers ?? (isRemembered ? memoryTerms : undefined)
  }

  /** What was said in its thread before, unless the task brings a conversation along. */
  async #earlier(task: TaskInput<unknown>, { thread }: StartOptions): Promise<readonly Message[]> {
    const isTold = typeof task === 'object' && task?.messages !== undefined
    if (thread === undefined || isTold) return []
    const { store, archive, owner } = this.#options
    return threadMessages(store, archive, { owner, thread })
  }

  /** The model that is set for the loop, or the usual one, where none is named for the author. */
  async #withModel(options: StartOptions, set: LoopSettings | undefined): Promise<StartOptions> {
    if (options.model || options.models?.author) return options
    const model = set?.model ?? this.#options.model
    return model === undefined ? options : { ...options, model: typeof model === 'function' ? await model() : model }
  }

  /** What every session is told, and what this one is told beside it. */
  async #withInstructions(options: StartOptions): Promise<StartOptions> {
    const standing = await this.#options.instructions?.()
    if (!standing) return options
    return { ...options, instructions: options.instructions ? `${standing}\n\n${options.instructions}` : standing }
  }

  async #fork(id: string, options: ForkOptions): Promise<PreparedSession> {
    const { archive, registry, redact, store, clock, ids } = this.#options
    const { rows, row } = await archive.read(id)
    const { persona } = options
    const source = definitionIn(rows, id)
    if (persona === undefined) await registry.lookForMissing(toolsToFind(source))
    const part = persona === undefined ? undefined : await this.#forkCast(persona, row.mirror.thread, options)
    const cast = part?.cast
    const deliver = part?.deliver ?? (options.deliver && this.#deliver(options.deliver, undefined))
    const prepared = await prepareFork(id, rows, options, {
      registry,
      redact,
      payload: (address) => store.payloads.get(address),
      now: clock.now(),
      thread: ids.next('thr'),
      cast,
      promptTexts: await this.#textsOfFork(cast, options, rows),
      deliver,
      remembers: options.remembers === false ? undefined : this.#forkRemembers(source, deliver),
    })
    await loadLoops(prepared.equipment.loop, prepared.definition.config, registry.loops())
    return prepared
  }

  #forkRemembers({ remembers }: SessionDefinition, deliver: Deliver | undefined): ResultMemory | undefined {
    return remembers ?? (deliver?.isRemembered ? this.#remembers(deliver) : undefined)
  }

  /** A persona brings all of its manner: nothing is left of the source's config, nor of where its result went. */
  async #forkCast(persona: string, thread: string, given: ForkOptions) {
    const { casting, registry, settings } = this.#options
    const cast = await casting.cast(persona, thread, given)
    const set = await settings.ofLoop(cast.loop.name)
    const options = overSettings(cast.loop, cast.options, set, registry.loops())
    return { cast: { ...cast, options }, deliver: this.#deliver(options.deliver, set) }
  }

  /** A persona brings its own words; otherwise those of the source are changed. */
  async #textsOfFork(cast: Cast | undefined, options: ForkOptions, rows: readonly JournalRow[]) {
    const { prompts, registry } = this.#options
    const before = cast ? await prompts.overrides() : (definitionIn(rows, '').promptTexts ?? {})
    return withTexts(before, registry.loops(), cast?.options.prompts ?? options.prompts)
  }
}

function faultOfSetting(cause: unknown): unknown {
  if (!(cause instanceof GyreError)) return cause
  const { code, message, details } = cause
  return new GyreError(code, `Setting \`reasoning.default_delivery\`: ${message}`, { ...details, cause })
}
