/** `gyre doctor`: what works here, what does not, and what to do about it. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { GyreError, type Runtime, toGyreError } from '@gyre/core'
import { type EffectiveConfig, effectiveConfig } from '../../config/effective-config.ts'
import { open } from '../../open.ts'
import { pagesFolder } from '../../serve/pages-folder.ts'
import { dataFolder } from '../../wiring/data-folder.ts'
import { embedderOf } from '../../wiring/embedder.ts'
import { ModelRoom } from '../../wiring/model-room.ts'
import { ToolRoom } from '../../wiring/tool-room.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { catalogFindings } from '../doctor/catalog-findings.ts'
import { dataFindings } from '../doctor/data-findings.ts'
import { type Finding, type FindingGroup, fault, faultOf, ok } from '../doctor/finding.ts'
import { closingLine, groupLines } from '../doctor/finding-lines.ts'
import { isInstalled } from '../doctor/installed-library.ts'
import { keyValueFinding } from '../doctor/key-value-finding.ts'
import { knowledgeFindings } from '../doctor/knowledge-findings.ts'
import { libraryFinding } from '../doctor/library-finding.ts'
import { machineFindings } from '../doctor/machine-findings.ts'
import { modelFindings } from '../doctor/model-findings.ts'
import { pageFindings } from '../doctor/page-findings.ts'
import { postgresFacts } from '../doctor/postgres-facts.ts'
import { postgresFindings } from '../doctor/postgres-findings.ts'
import { postgresFault, unreachedPostgres } from '../doctor/postgres-trouble.ts'
import { serverFindings } from '../doctor/server-findings.ts'
import { clockFinding, fileFinding, sessionFindings } from '../doctor/store-findings.ts'
import { toolFindings } from '../doctor/tool-findings.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'

export const doctor: CommandRun = async (call) => {
  const { io } = call
  const groups: FindingGroup[] = []
  for await (const group of examine(call)) {
    if (group.findings.length === 0) continue
    if (io.output === 'text') for (const line of [...groupLines(group, io.out), '']) io.print(line)
    groups.push(group)
  }
  const findings = groups.flatMap((group) => group.findings.map((finding) => ({ group: group.name, ...finding })))
  const isWell = findings.every(({ level }) => level !== 'fault')
  if (io.output !== 'text') io.printJson({ ok: isWell, findings })
  else io.print(closingLine(findings))
  return isWell ? exitCodes.done : exitCodes.failed
}

/** Each group when it was looked at: some take their time. What needs the network is asked all at once. */
async function* examine(call: CommandCall): AsyncGenerator<FindingGroup, void, undefined> {
  const { io, options } = call
  const { env, platform, cwd } = io
  const config = await effectiveConfig({ cwd, env }).catch((error: unknown) =>
    toGyreError(error, 'config-file-invalid'),
  )
  const known = config instanceof Error ? undefined : config
  const folder = options.text('data') ?? known?.data ?? env['GYRE_DATA'] ?? dataFolder(env, platform)
  yield {
    name: 'This machine',
    findings: [
      ...machineFindings(process.versions.node, io),
      ...(await dataFindings({ folder, hasPassphrase: Boolean(env['GYRE_KEY']), platform })),
    ],
  }
  const configFinding =
    config instanceof Error
      ? fault('config', config.message, config.fix)
      : ok('config', config.file ?? 'no config file')
  // Without a config it is not known what belongs to what.
  if (!known) {
    yield { name: 'Configuration', findings: [configFinding] }
    return
  }
  const { findings: storeFindings, place } = await examineStore(call, known, folder)
  const catalog = place ? await catalogFindings(place.runtime) : []
  yield { name: 'Configuration', findings: [configFinding, ...catalog] }
  yield { name: 'Sessions', findings: storeFindings }
  const runtime = place?.runtime ?? open(known.runtime)
  const asked = {
    models: examineModels(io, known, runtime),
    server: examineServer(io, known, place),
    keyValue: examineKeyValue(known),
  }
  yield { name: 'Models', findings: await asked.models }
  yield { name: 'Knowledge', findings: await examineKnowledge(io, known, runtime, place) }
  const room = new ToolRoom({ cwd, env, config: known })
  yield { name: 'Tools', findings: await toolFindings({ config: known, env, room, isInstalled }) }
  yield { name: 'Server and page', findings: await asked.server }
  yield { name: 'Besides', findings: [await asked.keyValue, libraryFinding(isInstalled)] }
}

type Examined = { readonly findings: readonly Finding[]; readonly place?: Place | undefined }

/** Gives back what is over the store, when there is a store and it opens. */
async function examineStore(
  call: CommandCall,
  { store, databaseUrl }: EffectiveConfig,
  folder: string,
): Promise<Examined> {
  if (databaseUrl !== undefined) return examinePostgres(call, databaseUrl)
  if (typeof store === 'object') return examineOpened(call, ok('store', 'the one of the config file'))
  const path = store ?? join(folder, 'gyre.db')
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    return { findings: [ok('store', `${path}, made with the first session`), clockFinding(0, Date.now())] }
  }
  const finding = fileFinding(path)
  // One that is damaged cannot be opened, which was told.
  return finding.level === 'fault' ? { findings: [finding] } : examineOpened(call, finding)
}

async function examineOpened(call: CommandCall, finding: Finding): Promise<Examined> {
  try {
    const place = await call.place()
    return { findings: [finding, ...(await sessionFindings(place.runtime, Date.now()))], place }
  } catch (error) {
    // Settings of the environment are looked at when a place is opened.
    const isSetting = error instanceof GyreError && error.code === 'setting-invalid'
    return { findings: [finding, faultOf(isSetting ? 'settings' : 'store', error)] }
  }
}

async function examinePostgres({ place }: CommandCall, url: string): Promise<Examined> {
  const unreached = await unreachedPostgres(url)
  if (unreached) return { findings: [unreached] }
  try {
    const opened = await place({ dispatch: { concurrency: 0 } })
    const { store, dispatcher } = opened.postgres ?? {}
    const findings = store && dispatcher ? postgresFindings(await postgresFacts(store, dispatcher)) : []
    return { findings, place: opened }
  } catch (error) {
    return { findings: [postgresFault(error, url)] }
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

async function examineServer(
  { env, platform }: Io,
  { server }: EffectiveConfig,
  place: Place | undefined,
): Promise<readonly Finding[]> {
  const served = isInstalled('@gyre/server', 'gyre') ? await import('@gyre/server') : undefined
  const host = server.host ?? served?.defaultServerOptions.host ?? '127.0.0.1'
  const port = server.port ?? served?.defaultServerOptions.port ?? 4111
  const keys = served && place && new served.ApiKeys({ catalog: place.runtime.store.catalog, now: Date.now })
  const options = { host, port, isInstalled: served !== undefined, hasKey: await keys?.hasValid() }
  const [pages, found] = await Promise.all([
    pageFindings({ folder: await pagesFolder(), env, platform, port }),
    serverFindings({ ...options, fetch: globalThis.fetch }),
  ])
  return [...found, ...pages]
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
