/** The `gyre` command: reads the environment, wires the parts, exits with the outcome. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toGyreError } from '@gyre/core'
import { demoModel } from '@gyre/models'
import { sqliteStore } from '@gyre/stores/sqlite'
import { calculator } from '@gyre/tools'
import { type Invocation, readCommandLine, usage } from './cli/command-line.ts'
import { dataFolder } from './cli/data-folder.ts'
import { loopsJson, loopsTable } from './cli/loops-command.ts'
import { runCommand } from './cli/run-command.ts'
import { open } from './open.ts'

const print = (text: string) => void process.stdout.write(`${text}\n`)
const report = (text: string) => void process.stderr.write(`${text}\n`)

async function main(args: readonly string[]): Promise<number> {
  const invocation = readCommandLine(args)
  switch (invocation.command) {
    case 'help':
      print(usage)
      return 0
    case 'version':
      print(version())
      return 0
    case 'loops':
      print(invocation.isJson ? JSON.stringify(loopsJson()) : loopsTable())
      return 0
    case 'run':
      return runGoal(invocation)
  }
}

async function runGoal(invocation: Extract<Invocation, { command: 'run' }>): Promise<number> {
  const folder = dataFolder(invocation.data, process.env, process.platform)
  const key = process.env['GYRE_KEY']
  const runtime = open({ store: sqliteStore(join(folder, 'gyre.db'), { ...(key && { key }) }) })
  if (!invocation.isJson) report('No model is set: the offline demo model answers by rules.')
  try {
    const request = { ...invocation, model: demoModel, tools: [calculator] }
    return await runCommand(runtime, request, { answer: print, progress: report })
  } finally {
    await runtime.close()
  }
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}

const usageFault = 2

function fail(thrown: unknown): number {
  const error = toGyreError(thrown, 'loop-failed')
  if (process.argv.includes('--json')) print(JSON.stringify({ error: error.toJSON() }))
  else report(`${error.message}\nFix: ${error.fix}`)
  const isUsers = error.status === 400 || error.status === 404
  return isUsers ? usageFault : 1
}

process.exitCode = await main(process.argv.slice(2)).catch(fail)
