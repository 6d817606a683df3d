/** What the runtimes of all owners over one store have in common. */
import { Settings } from '../catalog/settings.ts'
import { Archive } from './archive.ts'
import { targetsByName } from './deliver-names.ts'
import { inProcessDispatcher } from './in-process-dispatcher.ts'
import { Outbox } from './outbox.ts'
import { outboxTargets } from './owed-targets.ts'
import { Registry } from './registry.ts'
import { Runner } from './runner.ts'
import type { Runtime } from './runtime.ts'
import { portsOf, type RuntimeOptions, type SharedPorts } from './runtime-options.ts'

export type SharedParts = {
  readonly registry: Registry
  readonly ports: SharedPorts
  readonly outbox: Outbox
  readonly runner: Runner
  /** Settings are those of the place, whoever asks. */
  readonly settings: Settings
}

type MadeOf = RuntimeOptions & Required<Pick<RuntimeOptions, 'clock' | 'ids' | 'owner'>>

/** How long an idle session stays in memory: where it has a place that others wait for, not long. */
const lingerMs = { alone: 30_000, shared: 1000 } as const

/** Made once, for the runtime that the others are made of. */
export function sharedParts(options: MadeOf, runtime: Runtime): SharedParts {
  const { store, clock, ids, owner, checkModel, recover: isRecovering = false } = options
  const ports = portsOf(options, { clock, ids, loops: () => registry.loops() })
  const registry = registryOf(options, runtime)
  const loops = registry.loops().map(({ name }) => name)
  const shelf = { catalog: store.catalog, owner, now: () => clock.now() }
  const settings = new Settings({ ...shelf, loops, checkModel, given: options.settings ?? {} })
  const outward = outboxTargets(targetsByName(options.deliveries ?? []), ports.memory, ports.redact)
  const outbox = new Outbox({ store, clock, redact: ports.redact, targets: outward, isRecovering })
  const dispatcher = options.dispatcher ?? inProcessDispatcher({ clock })
  const runner = new Runner({
    store,
    clock,
    owner,
    // A worker runs the sessions of every owner.
    archive: new Archive(store),
    registry,
    dispatcher,
    ports,
    lingerMs: options.lingerMs ?? (dispatcher.isShared ? lingerMs.shared : lingerMs.alone),
    outbox,
    isRecovering,
    limits: options.sessionLimits,
    onRun: (run) => options.onRun?.(run, runtime),
    onRest: options.onRest,
  })
  return { registry, ports, outbox, runner, settings }
}

function registryOf(options: RuntimeOptions, runtime: Runtime): Registry {
  const { models = [], loops = [], tools = [], knownTools = [] } = options
  const registry = new Registry({
    findModel: typeof models === 'function' ? models : undefined,
    adaptModel: options.adaptModel,
    findTools: options.toolSource,
    isToolAway: options.isToolAway,
    isPersona: (name) => runtime.personas.isGiven(name),
  })
  registry.add({ loops, tools })
  registry.know(knownTools)
  if (typeof models !== 'function') registry.add({ models })
  return registry
}
