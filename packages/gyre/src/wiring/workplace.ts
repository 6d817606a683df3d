/** A runtime with everything around it: config file, data folder, store, key-value server, models, tools and their guard. */
import {
  loops as builtInLoops,
  type Dispatcher,
  type KeyValue,
  type Loop,
  type Runtime,
  type RuntimeOptions,
  redactor,
  Settings,
  type SettingValues,
  type Store,
  systemClock,
  type Tool,
} from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import type { PostgresDispatcher, PostgresStore, SessionSchedule } from '@gyre/stores/postgres'
import { canonicalUrl } from '@gyre/tools'
import { defaultOutputChars, type EffectiveLimits, limitsOf, type ToolGuard, toolGuard } from '@gyre/tools/guard'
import { modelFault } from '../config/config-models.ts'
import { type EffectiveConfig, effectiveConfig } from '../config/effective-config.ts'
import type { Environment } from '../config/environment.ts'
import { type OpenOptions, open } from '../open.ts'
import { chargeKey } from './charge-key.ts'
import { dataFolder } from './data-folder.ts'
import { deliveriesOf } from './deliveries.ts'
import { type Dispatch, type DispatchWish, dispatchOf } from './dispatch.ts'
import { documentAccess } from './document-access.ts'
import { embedderNameFault, embedderOf } from './embedder.ts'
import { withKeyValue } from './joined-store.ts'
import { KnowledgeRoom } from './knowledge-room.ts'
import { lateKnowledge, type RoomOf } from './late-knowledge.ts'
import { ModelRoom, type ModelRoomOptions } from './model-room.ts'
import { type OpenedStore, openStore } from './opened-store.ts'
import { scheduledStart, startScheduled } from './scheduled-start.ts'
import { keyTexts, storePlace } from './store-files.ts'
import { ToolRoom, type ToolRoomOptions } from './tool-room.ts'

export type WorkplaceOptions = Pick<ToolRoomOptions, 'onTrouble'> & {
  readonly cwd: string
  /** The data folder that was asked for. */
  readonly data?: string | undefined
  readonly env: Environment
  readonly platform: NodeJS.Platform
  /** Go on with sessions whose process died, of every owner. */
  readonly recover?: boolean
  /** Others may run what is begun here, and this process what waits. It runs what it begins itself when left out. */
  readonly dispatch?: DispatchWish | undefined
} & Pick<RuntimeOptions, 'onRun'> &
  Pick<ModelRoomOptions, 'demoPaceMs'>

export type Workplace = {
  readonly folder: string
  readonly config: EffectiveConfig
  /** Where sessions are kept, for people: never with a password. */
  readonly where: string
  /** Where they are kept in PostgreSQL, with its dispatcher where one was wished for. */
  readonly postgres: Postgres | undefined
  readonly runtime: Runtime
  readonly models: ModelRoom
  readonly room: ToolRoom
  readonly knowledge: KnowledgeRoom
  /** The documents and memories of another owner. */
  knowledgeOf(owner: string): KnowledgeRoom
  readonly guard: ToolGuard
  readonly limitsOf: (tool: Tool) => EffectiveLimits
  /** The tools a session may have, as they are now; where patterns are given, at least those that fit one. */
  tools(patterns?: readonly string[]): Promise<readonly Tool[]>
  /** A runtime in memory with the same models, tools and guard, for what nobody wants to keep. Close it when done. */
  aside(loops: readonly Loop[]): Runtime
  /** The loop that runs when none is named. */
  readonly defaultLoop: string
  /** Hands running sessions back; steps in flight may end within `graceMs`. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

export type Postgres = { readonly store: PostgresStore; readonly dispatcher: PostgresDispatcher | undefined }

/** Whose all of it is. */
const owner = 'local'

/** Everything a config can have wrong is told before a store is opened; what fails later closes the store again. */
export async function openWorkplace(options: WorkplaceOptions): Promise<Workplace> {
  const { cwd, data, env, platform, onTrouble } = options
  const written = await effectiveConfig({ cwd, env })
  const folder = data ?? written.data ?? dataFolder(env, platform)
  const place = storePlace(folder, written.store)
  // What is kept in a folder that is not used now is as secret as the rest.
  const others = [folder, written.data, written.dataOfFile, dataFolder(env, platform)].filter(
    (each) => each !== undefined,
  )
  const stores = [place, ...others.map((each) => storePlace(each, undefined))]
  // Tools are known before the store is, and called after.
  const known = Promise.withResolvers<RoomOf>()
  const knowledge = lateKnowledge(known.promise)
  const room = new ToolRoom({ cwd, env, config: written, stores, knowledge, onTrouble })
  const here = await room.usual()
  const opened = await openStore(written, place)
  let shared: SharedKeyValue | undefined
  let dispatch: Dispatch | undefined
  try {
    const config = withSecrets(written, await keyTexts(opened.store.keys, stores))
    shared = config.keyValueUrl === undefined ? undefined : await sharedKeyValue(config.keyValueUrl)
    const store = shared ? withKeyValue(opened.store, shared) : opened.store
    const redact = redactor(config.runtime.secrets)
    const told = (line: string) => onTrouble?.(redact.text(line))
    const furnishing = Promise.withResolvers<Pick<Workplace, 'runtime' | 'tools' | 'defaultLoop'>>()
    const onSchedule = async (due: SessionSchedule) => beginScheduled(await furnishing.promise, due, told)
    dispatch = await dispatchOf(opened, options.dispatch, { onTrouble: told, onSchedule })
    const more = { recover: isRecovering(options, opened, dispatch), dispatcher: dispatch?.dispatcher }
    const { deliveries, ...furniture } = await furnished(store, { ...options, config, room, here, ...more })
    furnishing.resolve(furniture)
    known.resolve(furniture.knowledgeOf)
    await store.memories.removeExpired(systemClock.now())
    let closing: Promise<void> | undefined
    const close: Workplace['close'] = (given) => {
      const rest = () => [room.close(), shared?.close(), furniture.knowledge.close(), deliveries.close()]
      closing ??= closed({ runtime: furniture.runtime, store, dispatch, rest }, given)
      return closing
    }
    const postgres = opened.postgres && { store: opened.postgres, dispatcher: dispatch?.shared }
    return { folder, config, room, where: opened.where, postgres, ...furniture, close }
  } catch (error) {
    // What went wrong first is what is told.
    await Promise.allSettled([dispatch?.shared?.close()])
    await Promise.allSettled([opened.store.close(), shared?.close()])
    throw error
  }
}

type Closed = Pick<Workplace, 'runtime'> & {
  readonly store: Store
  readonly dispatch: Dispatch | undefined
  rest(): readonly (Promise<void> | undefined)[]
}

/** What is handed back is offered to others, which the dispatcher does, over the store. What fails keeps nothing open. */
async function closed({ runtime, store, dispatch, rest }: Closed, given: Parameters<Workplace['close']>[0]) {
  try {
    await runtime.close({ ...given, keepStore: true })
  } finally {
    await dispatch?.shared?.close().catch(() => {})
    await store.close().finally(() => Promise.allSettled(rest()))
  }
}

/** On PostgreSQL sessions whose process died are for its dispatcher: whoever takes no part in it leaves them alone. */
function isRecovering(
  { recover = false }: WorkplaceOptions,
  { postgres }: OpenedStore,
  dispatch: Dispatch | undefined,
): boolean {
  return recover && (postgres === undefined || dispatch !== undefined)
}

/** Nobody waits for it: what goes wrong is told. */
async function beginScheduled(
  place: Pick<Workplace, 'runtime' | 'tools' | 'defaultLoop'>,
  { owner, name, start: written }: SessionSchedule,
  onTrouble: WorkplaceOptions['onTrouble'],
): Promise<void> {
  const start = scheduledStart(written)
  const told = (why: string) => onTrouble?.(`Schedule \`${name}\` of ${owner} is due, and nothing was started: ${why}`)
  if (!start) return told('this version of Gyre cannot read it.')
  try {
    await startScheduled({ ...place, tools: (patterns) => place.tools(patterns) }, { owner, name, start })
  } catch (error) {
    told(error instanceof Error ? error.message : String(error))
  }
}

type Furniture = Pick<Workplace, 'config' | 'room'> &
  Pick<WorkplaceOptions, 'env' | 'demoPaceMs' | 'onRun'> & {
    readonly recover: boolean
    readonly dispatcher: Dispatcher | undefined
    /** Tools that are there without asking a server. */
    readonly here: readonly Tool[]
  }

/** A runtime over the store, with its models and tools. */
async function furnished(store: Store, furniture: Furniture) {
  const { config, room, here, env, recover, dispatcher, onRun, demoPaceMs } = furniture
  const written = settingsOf(store, config)
  const settings = await written.values()
  const models = new ModelRoom({ env, config, settings, keyValue: store.keyValue, demoPaceMs })
  const knowledgeOf = knowledgeOver(store, { config, settings, env, models })
  const knowledge = knowledgeOf(owner)
  const guard = guardOver(store, config, room)
  const tools: Workplace['tools'] = async (patterns) => {
    const found = await room.tools(patterns)
    await guard.recall(found.map(({ name }) => name))
    return found
  }
  const deliveries = deliveriesOf(config.deliveries, env)
  const shared: OpenOptions = {
    secrets: config.runtime.secrets,
    toolRunner: guard,
    models: (name) => models.find(name),
    model: () => models.default(),
    embedder: knowledge.own.embedder,
    memory: knowledge.memory,
  }
  const runtime = open({
    ...config.runtime,
    ...shared,
    owner,
    store,
    ...(recover && { recover }),
    ...(dispatcher && { dispatcher }),
    ...(config.sessionLimits && { sessionLimits: config.sessionLimits }),
    ...(onRun && { onRun }),
    // Whichever process runs it: what a session comes to is paid for by the key it was begun with.
    onRest: (rest) => chargeKey(store.keyValue, rest),
    tools: here,
    knownTools: (await room.own()).map(({ tool }) => tool),
    toolSource: tools,
    isToolAway: (name) => room.isAway(name),
    deliveries: deliveries.targets,
    instructions: () => room.instructions(),
    checkModel: (name, use) => (use === 'embedding' ? embedderNameFault(name, config) : modelFault(name, config)),
    memoryTerms: kept(settings['memory.days']),
    ...((await isRemembering(written, models)) && { remembers: kept(settings['memory.days']) }),
  })
  const aside = (loops: readonly Loop[]) => open({ ...shared, store: memoryStore(), loops })
  const limits = (tool: Tool) => limitsOf(tool, config.toolLimits, defaultOutputChars)
  const defaultLoop = settings.default_loop
  return { runtime, models, knowledge, knowledgeOf, guard, deliveries, limitsOf: limits, tools, aside, defaultLoop }
}

/** Read before there is a runtime: what it is made of is among them. */
function settingsOf(store: Store, { runtime }: EffectiveConfig): Settings {
  const loops = [...builtInLoops, ...runtime.loops].map(({ name }) => name)
  const shelf = { catalog: store.catalog, owner, now: () => systemClock.now() }
  return new Settings({ ...shelf, loops, given: runtime.settings })
}

/** Set phrases of the demo model are of no use to later sessions: they are kept when somebody wants it. */
async function isRemembering(settings: Settings, models: ModelRoom): Promise<boolean> {
  const { value, source } = await settings.entry('memory.sessions')
  return value === true && (source !== 'default' || !(await models.isDemo()))
}

type Known = Pick<Furniture, 'config' | 'env'> & { readonly settings: SettingValues; readonly models: ModelRoom }

/** A room for each owner, made when it is first entered. */
function knowledgeOver(store: Store, { config, settings, env, models }: Known): RoomOf {
  const redact = redactor(config.runtime.secrets)
  const { knowledge } = config.toolboxes
  let tokens = 0
  const onUsage = (usage: { readonly tokens: number }) => {
    tokens += usage.tokens
  }
  const rooms = new Map<string, KnowledgeRoom>()
  const shared = {
    store,
    embedder: embedderOf({ name: settings.embedding_model, config, env, onUsage }),
    embeddedTokens: () => tokens,
    hasDemo: async () => knowledge !== undefined && (knowledge.demo ?? models.isDemo()),
    redacted: (text: string) => redact.text(text),
    canonicalUrl,
    access: () => documentAccess(config.toolboxes.web),
  }
  return (whose) => {
    const room = rooms.get(whose) ?? new KnowledgeRoom({ ...shared, owner: whose })
    rooms.set(whose, room)
    return room
  }
}

const dayMs = 86_400_000

/** For how long answers are remembered; 0 days are for ever. */
function kept(days: number) {
  return days > 0 ? { expiresInMs: days * dayMs } : {}
}

/** One for the whole place: its breakers and limits count for all sessions. */
function guardOver({ keys, keyValue }: Store, config: EffectiveConfig, room: ToolRoom): ToolGuard {
  return toolGuard({
    clock: systemClock,
    keys,
    keyValue,
    isKnown: (name) => room.isKnown(name),
    limits: config.toolLimits,
    denyPermissions: config.denied,
    secrets: config.runtime.secrets,
  })
}

function withSecrets(config: EffectiveConfig, more: readonly string[]): EffectiveConfig {
  const { runtime } = config
  return { ...config, runtime: { ...runtime, secrets: [...runtime.secrets, ...more] } }
}

type SharedKeyValue = KeyValue & { close(): Promise<void> }

async function sharedKeyValue(url: string): Promise<SharedKeyValue> {
  const { valkeyKeyValue } = await import('@gyre/stores/valkey')
  return valkeyKeyValue(url)
}
