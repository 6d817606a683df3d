/** `gyre completion values`: names for a completion script, one a line. It makes nothing and never complains. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loops as builtIn, settingKeys } from '@gyre/core'
import { type EffectiveConfig, effectiveConfig } from '../../config/effective-config.ts'
import { dataFolder } from '../../wiring/data-folder.ts'
import { ToolRoom } from '../../wiring/tool-room.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import type { ValueKind } from '../completion/completion-table.ts'
import { exitCodes } from '../exit-codes.ts'
import { shownSource } from '../knowledge/shown-source.ts'
import type { Place } from '../place.ts'

type Names = readonly string[]

const mostListed = 50

/** What only the store knows. */
const inData: Readonly<Partial<Record<ValueKind, (place: Place, call: CommandCall) => Promise<Names>>>> = {
  loops: async ({ runtime }) => runtime.loops.map(({ name }) => name),
  personas: async ({ runtime }) => (await runtime.personas.list()).map(({ persona }) => persona.name),
  prompts: async ({ runtime }) => (await runtime.prompts.list()).map(({ id }) => id),
  settings: async () => settingKeys,
  sessions: async ({ runtime }) => (await runtime.list({ limit: mostListed })).map(({ id }) => id),
  memories: async ({ knowledge: { memories } }) => {
    const { store, owner, clock } = memories
    return (await store.list({ owner, now: clock.now(), limit: mostListed })).map(({ id }) => id)
  },
  documents: async ({ knowledge: { own } }, { io }) =>
    (await own.store.list(own.owner)).map(({ source }) => shownSource(source, io.cwd)),
}

/** What the config knows. No server is asked: whoever presses a key does not wait. */
const inConfig: Readonly<Partial<Record<ValueKind, (config: EffectiveConfig, call: CommandCall) => Promise<Names>>>> = {
  servers: async ({ mcp }) => Object.keys(mcp.servers),
  tools: async (config, { io: { cwd, env } }) => {
    const offered = await new ToolRoom({ cwd, env, config }).own()
    return offered.map(({ tool }) => tool.name)
  },
}

/** What is known without any data. */
const always: Readonly<Partial<Record<string, Names>>> = {
  loops: builtIn.map(({ name }) => name),
  settings: settingKeys,
}

export const completionValues: CommandRun = async (call) => {
  const { args, io } = call
  const [kind = ''] = args
  const names = await namesOf(kind, call).catch(() => always[kind] ?? [])
  if (io.output !== 'text') io.printJson(names)
  else for (const name of names) io.print(name)
  return exitCodes.done
}

async function namesOf(kind: string, call: CommandCall): Promise<Names> {
  const find = Object.hasOwn(inData, kind) ? inData[kind as ValueKind] : undefined
  const findInConfig = Object.hasOwn(inConfig, kind) ? inConfig[kind as ValueKind] : undefined
  if (!find && !findInConfig) return []
  const config = await effectiveConfig({ cwd: call.io.cwd, env: call.io.env })
  if (findInConfig) return findInConfig(config, call)
  // A person who presses a key asks for no data folder to be made.
  return find && hasData(config, call) ? find(await call.place(), call) : (always[kind] ?? [])
}

function hasData({ store, data, databaseUrl }: EffectiveConfig, { options, io }: CommandCall): boolean {
  // A server that does not answer would keep the keyboard waiting.
  if (databaseUrl !== undefined) return false
  if (typeof store === 'object') return true
  const folder = options.text('data') ?? data ?? dataFolder(io.env, io.platform)
  return existsSync(store ?? join(folder, 'gyre.db'))
}
