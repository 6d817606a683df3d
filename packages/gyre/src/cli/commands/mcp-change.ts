/** `gyre mcp add` and `gyre mcp remove`: the servers in `.mcp.json`. What else is in the file stays as it is. */
import { relative } from 'node:path'
import { GyreError, suggestion } from '@gyre/core'
import { mcpServersSchema, missingVariables, secretsIn } from '@gyre/tools/mcp'
import { type EffectiveConfig, effectiveConfig } from '../../config/effective-config.ts'
import { newMcpFile, readMcpFile } from '../../config/tools/mcp-file.ts'
import { mcpFileText, writtenServers } from '../../config/tools/mcp-file-text.ts'
import { type ServerEntry, serverArgument } from '../arguments/server-argument.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { removeNamedFile, replaceNamedFile } from '../output/replaced-file.ts'

export const addServer: CommandRun = async ({ args, options, io }) => {
  const { name, entry } = serverArgument(args, options)
  const { config, path, file, before } = await present(io)
  const servers = writtenServers(before)
  if (Object.hasOwn(servers, name)) {
    throw taken(`There is a server \`${name}\` in ${file}. To replace it, take it out first: gyre mcp remove ${name}`)
  }
  const source = config.mcp.sources.get(name)
  if (source !== undefined)
    throw taken(`\`${name}\` is the name of a server in ${source}, which would win; choose another.`)
  await replaceNamedFile(path, mcpFileText(before, { ...servers, [name]: entry }))
  if (io.output !== 'text') io.printJson({ name, file: path })
  else {
    io.print(`${name} added to ${file}`)
    for (const line of hints(name, entry, io)) io.report(line)
    io.report(`Next: gyre mcp test ${name}`)
    io.report('A `gyre serve` that runs has it after its next start.')
  }
  return exitCodes.done
}

export const removeServer: CommandRun = async ({ args: [name = ''], io }) => {
  const { config, path, file, before } = await present(io)
  const { [name]: gone, ...rest } = writtenServers(before)
  if (gone === undefined) throw notThere(name, file, config)
  const isLast = Object.keys(rest).length === 0 && Object.keys(before?.content ?? {}).length === 1
  if (isLast) await removeNamedFile(path)
  else await replaceNamedFile(path, mcpFileText(before, rest))
  if (io.output !== 'text') io.printJson({ name, file: path })
  else io.print(`${name} removed from ${file}${isLast ? ', and the file: nothing else was in it' : ''}`)
  return exitCodes.done
}

/** The file as it is now. One that is broken is told, and never written over. */
async function present({ cwd, env }: Io) {
  const config = await effectiveConfig({ cwd, env })
  const path = config.mcp.file ?? newMcpFile({ cwd, configFile: config.file })
  const before = config.mcp.file === undefined ? undefined : await readMcpFile(path, cwd)
  return { config, path, file: relative(cwd, path), before }
}

/** Keys that now stand in the file, and variables that must be set. */
function hints(name: string, entry: ServerEntry, { env }: Io): readonly string[] {
  const servers = mcpServersSchema.parse({ [name]: entry })
  const missing = [...new Set(missingVariables(servers, env).map(({ variable }) => variable))]
  return [
    ...(secretsIn(mcpServersSchema.parse({ [name]: withoutFilled(entry) }), {}).length > 0
      ? [`What looks like a key now stands in the file. To keep it out, write \${NAME} and set the variable NAME.`]
      : []),
    ...(missing.length > 0 ? [`Set before it is used: ${missing.join(', ')}`] : []),
  ]
}

/** Values that variables fill in say nothing themselves, but for a word such as `Bearer` before them. */
function withoutFilled(entry: ServerEntry): ServerEntry {
  const written = Object.entries(entry).map(([key, value]) => {
    if (key !== 'env' && key !== 'headers') return [key, value]
    const texts = Object.entries(value as Readonly<Record<string, string>>)
    return [key, Object.fromEntries(texts.filter(([, text]) => !isFilled(text)))]
  })
  return Object.fromEntries(written)
}

/** A default of a variable does stand in the file. */
function isFilled(text: string): boolean {
  return /^(?:[A-Za-z]+\s+)?(?:\$\{[\w:]+\}\W?)+$/.test(text)
}

function taken(message: string): GyreError {
  return new GyreError('usage-invalid', message, { command: 'mcp add' })
}

function notThere(name: string, file: string, { mcp }: EffectiveConfig): GyreError {
  const source = mcp.sources.get(name)
  if (source !== undefined) return new GyreError('usage-invalid', `\`${name}\` is in ${source}: take it out there.`)
  const known = [...mcp.sources].flatMap(([each, where]) => (where === file ? [each] : []))
  return new GyreError('mcp-server-unknown', `There is no server \`${name}\` in ${file}; ${suggestion(name, known)}`, {
    name,
  })
}
