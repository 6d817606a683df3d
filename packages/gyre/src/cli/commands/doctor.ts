/** `gyre doctor`: what works here, what does not, and what to do about it. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Runtime, toGyreError } from '@gyre/core'
import { type EffectiveConfig, effectiveConfig } from '../../config/effective-config.ts'
import { open } from '../../open.ts'
import { dataFolder } from '../../wiring/data-folder.ts'
import { embedderOf } from '../../wiring/embedder.ts'
import { ModelRoom } from '../../wiring/model-room.ts'
import { ToolRoom } from '../../wiring/tool-room.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { catalogFindings } from '../doctor/catalog-findings.ts'
import { dataFindings } from '../doctor/data-findings.ts'
import { type Finding, fault, faultOf, type Level, ok } from '../doctor/finding.ts'
import { keyValueFinding } from '../doctor/key-value-finding.ts'
import { knowledgeFindings } from '../doctor/knowledge-findings.ts'
import { machineFindings } from '../doctor/machine-findings.ts'
import { modelFindings } from '../doctor/model-findings.ts'
import { postgresFacts } from '../doctor/postgres-facts.ts'
import { postgresFindings } from '../doctor/postgres-findings.ts'
import { clockFinding, fileFinding, sessionFindings } from '../doctor/store-findings.ts'
import { toolFindings } from '../doctor/tool-findings.ts'
import { isInstalled } from '../doctor/toolbox-libraries.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { toldLines } from '../terminal/told-lines.ts'

export const doctor: CommandRun = async (call) => {
  const { io } = call
  const findings: Finding[] = []
  for await (const finding of examine(call)) {
    findings.push(finding)
    if (io.output === 'text') show(io, finding)
  }
  const isWell = findings.every(({ level }) => level !== 'fault')
  if (io.output !== 'text') io.printJson({ ok: isWell, findings })
  return isWell ? exitCodes.done : exitCodes.failed
}

/** Each thing when it was looked at: some take their time. */
async function* examine(call: CommandCall): AsyncGenerator<Finding, void, undefined> {
  const { io, options } = call
  const { env, platform, cwd } = io
  yield* machineFindings(process.versions.node, io)
  const config = await effectiveConfig({ cwd, env }).catch((error: unknown) =>
    toGyreError(error, 'config-file-invalid'),
  )
  if (config instanceof Error) yield fault('config', config.message, config.fix)
  else yield ok('config', config.file ?? 'no config file')
  const known = config instanceof Error ? undefined : config
  const folder = options.text('data') ?? known?.data ?? env['GYRE_DATA'] ?? dataFolder(env, platform)
  yield* await dataFindings({ folder, hasPassphrase: Boolean(env['GYRE_KEY']), platform })
  // Without a config it is not known what belongs to what.
  if (!known) return
  const place = yield* examineStore(call, known, folder)
  if (place) yield* await catalogFindings(place.runtime)
  const runtime = place?.runtime ?? open(known.runtime)
  yield* await examineModels(io, known, runtime)
  yield* await examineKnowledge(io, known, runtime, place)
  yield* await toolFindings({ config: known, env, room: new ToolRoom({ cwd, env, config: known }), isInstalled })
  yield await examineKeyValue(known)
}

/** Gives back what is over the store, when there is a store and it opens. */
async function* examineStore(
  call: CommandCall,
  { store, databaseUrl }: EffectiveConfig,
  folder: string,
): AsyncGenerator<Finding, Place | undefined, undefined> {
  if (databaseUrl !== undefined) return yield* examinePostgres(call)
  if (typeof store === 'object') yield ok('store', 'the one of the config file')
  else {
    const path = store ?? join(folder, 'gyre.db')
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    const finding = isThere ? fileFinding(path) : ok('store', `${path}, made with the first session`)
    yield finding
    if (!isThere) yield clockFinding(0, Date.now())
    // It was told already that it cannot be opened.
    if (!isThere || finding.level === 'fault') return undefined
  }
  try {
    const opened = await call.place()
    yield* await sessionFindings(opened.runtime, Date.now())
    return opened
  } catch (error) {
    yield faultOf('store', error)
    return undefined
  }
}

/** What cannot be reached or opened says itself what to do. */
async function* examinePostgres({ place }: CommandCall): AsyncGenerator<Finding, Place | undefined, undefined> {
  try {
    const opened = await place({ dispatch: { concurrency: 0 } })
    const { store, dispatcher } = opened.postgres ?? {}
    if (store && dispatcher) yield* postgresFindings(await postgresFacts(store, dispatcher))
    return opened
  } catch (error) {
    yield faultOf('store', error)
    return undefined
  }
}

async function examineModels({ env }: Io, config: EffectiveConfig, runtime: Runtime): Promise<readonly Finding[]> {
  const settings = await runtime.settings.values()
  const { memoryStore } = await import('@gyre/stores/memory')
  // What was found out earlier is not taken for granted here.
  const { source } = await runtime.settings.entry('default_model')
  const settingFrom = source === 'config' ? 'the config file' : 'a setting'
  const models = new ModelRoom({ env, config, settings, settingFrom, keyValue: memoryStore().keyValue })
  return modelFindings({ models, env, addresses: config.providers, fetch: globalThis.fetch })
}

async function examineKnowledge(
  { env }: Io,
  config: EffectiveConfig,
  runtime: Runtime,
  place: Place | undefined,
): Promise<readonly Finding[]> {
  if (place) {
    const isForeign = config.databaseUrl !== undefined || typeof config.store === 'object'
    const hasVectorLibrary = isForeign ? undefined : isInstalled('sqlite-vec', '@gyre/stores')
    const { own } = place.knowledge
    return knowledgeFindings({ embedder: own.embedder, index: own, hasVectorLibrary })
  }
  const { embedding_model: name } = await runtime.settings.values()
  return knowledgeFindings({ embedder: embedderOf({ name, env, config }) })
}

async function examineKeyValue({ keyValueUrl }: EffectiveConfig): Promise<Finding> {
  const { valkeyKeyValue } = await import('@gyre/stores/valkey')
  return keyValueFinding(keyValueUrl, (url) => valkeyKeyValue(url, { timeoutMs: 2000 }))
}

const marks = { ok: '✓', note: '!', fault: '✗' } as const satisfies Record<Level, string>
const colours = { ok: 'green', note: 'yellow', fault: 'red' } as const

function show(io: Io, { check, level, message, fix }: Finding): void {
  const columns = io.out.isTty ? io.out.width() : Number.POSITIVE_INFINITY
  const head = `${marks[level]} ${check}`
  const painted = `${io.out.paint(colours[level], marks[level])} ${io.out.paint('bold', check)}`
  const [first = '', ...rest] = `${head}  ${message}`.split('\n')
  const lines = [first, ...rest.map((line) => `  ${line}`), ...(fix === null ? [] : [`  Fix: ${fix}`])]
  // A head that has to be broken itself has no colour.
  for (const line of lines.flatMap((each) => toldLines(each, columns))) {
    io.print(line.startsWith(head) ? `${painted}${line.slice(head.length)}` : line)
  }
}
