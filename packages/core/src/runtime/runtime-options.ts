/** What a runtime is made of. */
import { redactor } from '../audit/redaction.ts'
import type { ModelCheck } from '../catalog/model-names.ts'
import type { GivenPersona } from '../catalog/personas.ts'
import type { SettingsOptions } from '../catalog/settings.ts'
import { GyreError } from '../errors.ts'
import type { SessionPorts } from '../kernel/live-session.ts'
import type { Loop } from '../kernel/loop.ts'
import type { ResultMemory, SessionUsage } from '../kernel/session-view.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { DeliveryTarget } from '../ports/delivery.ts'
import type { Dispatcher } from '../ports/dispatcher.ts'
import type { Embedder, Memory } from '../ports/memory.ts'
import type { ForeignModel, Model, ModelInput } from '../ports/model.ts'
import type { SessionLimits, Store } from '../ports/store.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import type { Tool } from '../tools/tool.ts'
import type { Runtime } from './runtime.ts'

/** What a runtime is made of. Only the store is needed. */
export type RuntimeOptions = {
  /** Where sessions are kept. Closing the runtime closes it, unless it is told to keep it. */
  readonly store: Store
  /** Loops that can be started by name, and that sessions found in the store may need. */
  readonly loops?: readonly Loop[]
  /** Tools that personas and sessions found in the store may need. */
  readonly tools?: readonly Tool[]
  /**
   * Tools that take time to find, such as those of other servers: asked for when a session needs them, with the names
   * or patterns that it may name; all when left out.
   */
  readonly toolSource?: ToolSource
  /**
   * Whether a tool that `toolSource` does not have now is one of a server that is set up here and away for the moment. A
   * session that needs it is taken over all the same; one that needs any other that is not here is left to others, where
   * the dispatcher is shared.
   */
  readonly isToolAway?: (tool: string) => boolean
  /** Said to every session's author before its own instructions; asked for when a session begins. */
  readonly instructions?: () => Promise<string>
  /** Models by name: those a session, a persona or a session found in the store may ask for. */
  readonly models?: readonly Model[] | ((id: string) => Model | undefined)
  /** Serves sessions that are started without a model; asked when the first of them is. */
  readonly model?: ModelInput | (() => Promise<ModelInput>)
  /** What is wrong with the name of a model, for those who save personas and settings. */
  readonly checkModel?: ModelCheck
  /** Makes a model of one of another library. */
  readonly adaptModel?: (model: ForeignModel) => Model
  /** Who runs tools; when left out, the runner of core, which checks schemas, approvals and time. */
  readonly toolRunner?: ToolRunner
  /** What `ctx.embed` uses. */
  readonly embedder?: Embedder
  /** What `ctx.recall` and `ctx.remember` use. */
  readonly memory?: Memory
  /** What sessions begun here come to is remembered when they end. Nothing is when left out. */
  readonly remembers?: ResultMemory
  /** How long what a session delivers to `memory` is remembered, where `remembers` is left out. */
  readonly memoryTerms?: ResultMemory
  /** Where results go after the end, for sessions that name them in `deliver`. */
  readonly deliveries?: readonly DeliveryTarget[]
  /** Hands sessions to workers; to this process alone when left out. */
  readonly dispatcher?: Dispatcher
  /** How many sessions may run at once, over all processes: those a dispatcher hands out wait until there is room. */
  readonly sessionLimits?: SessionLimits
  /** Personas that are not from the store, with where they are written. They win over those that are. */
  readonly personas?: readonly GivenPersona[]
  /** Settings of a config file and of the environment. */
  readonly settings?: NonNullable<SettingsOptions['given']>
  /** Texts that must appear in no trace. */
  readonly secrets?: readonly string[]
  /** Whose sessions these are; `local` when left out. */
  readonly owner?: string
  /** Go on with sessions whose process died, now and later. */
  readonly recover?: boolean
  /** How long an idle session stays in memory; when left out, 30 s, and 1 s where others may wait for its place. */
  readonly lingerMs?: number
  /** Tools that sessions may have had, for looking at those: a replay offers none of them to others. */
  readonly knownTools?: readonly Tool[]
  /** Told of each session that is run in this process, when it begins or goes on: for metrics and traces. */
  readonly onRun?: (run: RunNews, runtime: Runtime) => void
  /** Told of each session that comes to rest in this process, one after the other; closing waits for it. */
  readonly onRest?: (rest: RestNews) => void | Promise<void>
  /** Time, ids and chance, for tests that own them. */
  readonly clock?: Clock
  readonly ids?: Ids
  readonly random?: () => number
}

/** A session is run here from now on: `runtime.as(owner).events(session, after)` tells what happens. */
export type RunNews = {
  readonly session: string
  readonly owner: string
  /** The last fact there is; 0 or 1 for a new session. */
  readonly after: number
}

/** A session does nothing here for now: it waits for somebody, is paused, was handed back, or has ended. */
export type RestNews = {
  readonly session: string
  /** Who began it, where that was said. */
  readonly by: string | null
  /** What it came to so far, since it began. */
  readonly usage: SessionUsage
  readonly hasEnded: boolean
}

/** Finds tools by names and patterns; all of them when none are given. */
export type ToolSource = (patterns?: readonly string[]) => Promise<readonly Tool[]>

/** What a runtime lends to its sessions; store and tools are added for each. */
export type SharedPorts = Omit<SessionPorts, 'store' | 'tools'>

/** Knows the shapes of keys alone; one serves all who have no secrets of their own. */
const keyRedactor = redactor([])

export function portsOf(
  options: RuntimeOptions,
  { clock, ids, loops }: Pick<SharedPorts, 'clock' | 'ids' | 'loops'>,
): SharedPorts {
  const { toolRunner = plainToolRunner(clock), embedder, memory, random = Math.random, secrets = [] } = options
  const redact = secrets.length > 0 ? redactor(secrets) : keyRedactor
  return { toolRunner, embedder, memory, clock, ids, random, redact, loops }
}

/** As sessions keep it: what is wrong with it is found before there is one. */
export function resultMemoryOf({ remembers, memory }: RuntimeOptions): ResultMemory | undefined {
  if (!remembers) return undefined
  if (!memory) throw new GyreError('memory-missing', '`remembers` needs a `memory` to keep results in.')
  return readTerms(remembers, 'remembers')
}

/** How long results are kept that only their sessions want to be remembered. */
export function memoryTermsOf({ memoryTerms = {} }: RuntimeOptions): ResultMemory {
  return readTerms(memoryTerms, 'memoryTerms')
}

function readTerms({ expiresInMs }: ResultMemory, option: string): ResultMemory {
  if (expiresInMs === undefined) return {}
  if (Number.isFinite(expiresInMs) && expiresInMs > 0) return { expiresInMs }
  throw new GyreError(
    'config-invalid',
    `\`${option}.expiresInMs\` is a number of milliseconds above zero, not \`${String(expiresInMs)}\`.`,
  )
}
