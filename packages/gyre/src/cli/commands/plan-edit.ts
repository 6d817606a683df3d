/** `gyre plan edit`: prints the steps not yet run, or replaces them, from a file or in an editor. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GyreError, type Json } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { jsonArgument } from '../json-argument.ts'
import { sessionId } from '../session-id.ts'
import { send } from './intervene.ts'

export const planEdit: CommandRun = async (call) => {
  const { args, options, io, place } = call
  const [named = '', file] = args
  const { runtime } = await place()
  const id = await sessionId(runtime, named)
  const plan = (await runtime.read(id)).view.plan as Json
  const isEdited = options.flag('editor')
  if (file === undefined && !isEdited) return printPlan(io, id, plan)
  if (file !== undefined && !file.startsWith('@')) {
    throw new GyreError(
      'usage-invalid',
      `\`${file}\`: expected @file with the steps in it. \`gyre plan edit ${named}\` prints them.`,
    )
  }
  const steps = file === undefined ? await edited(io, id, plan) : await jsonArgument('plan edit', file)
  if (steps === undefined) {
    io.report('Nothing changed.')
    return exitCodes.done
  }
  return send(call, { id, runtime }, 'plan', { steps })
}

/** As `plan edit @file` takes it. */
function printPlan(io: Io, id: string, plan: Json): number {
  if (plan === null) throw withoutPlan(id)
  io.print(io.output === 'text' ? JSON.stringify(plan, null, 2) : JSON.stringify(plan))
  return exitCodes.done
}

function withoutPlan(id: string): GyreError {
  return new GyreError('usage-invalid', `Session \`${id}\` has no plan. Steer it instead: gyre steer ${id} "…"`)
}

/** The steps as the person leaves them; undefined when they changed nothing. */
async function edited(io: Io, id: string, plan: Json): Promise<Json | undefined> {
  if (plan === null) throw withoutPlan(id)
  const folder = await mkdtemp(join(tmpdir(), 'gyre-plan-'))
  try {
    const file = join(folder, 'plan.json')
    const before = `${JSON.stringify(plan, null, 2)}\n`
    await writeFile(file, before)
    await runEditor(io, file)
    const after = await readFile(file, 'utf8')
    return after === before ? undefined : await jsonArgument('plan edit', `@${file}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runEditor({ env }: Io, file: string): Promise<void> {
  const editor = env['VISUAL'] || env['EDITOR']
  if (!editor) throw new GyreError('usage-invalid', '`--editor` needs the variable EDITOR, such as EDITOR=nano.')
  // A shell reads it, as everywhere: it may hold arguments.
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit', env })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('exit', resolve))
  if (code !== 0) throw new GyreError('usage-invalid', `The editor \`${editor}\` ended with ${code}: nothing was sent.`)
}
