/** `gyre verify`: whether journals are what was written. */
import { type ChainHead, GyreError, type Runtime, type Verification } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Options } from '../options.ts'
import { sessionId } from '../session/session-id.ts'

type Verified = { readonly session: string; readonly result: Verification }

export const verify: CommandRun = async ({ args: [named], options, io, place }) => {
  const isAll = options.flag('all')
  if (isAll === (named !== undefined)) {
    throw new GyreError('usage-invalid', '`gyre verify` needs a session or `--all`, one of them.')
  }
  const head = expectedHead(options, isAll)
  const { runtime } = await place()
  let hasFailed = false
  const all: Verified[] = []
  for (const session of named === undefined ? await everyId(runtime) : [await sessionId(runtime, named)]) {
    const result = await runtime.verify(session, head)
    hasFailed ||= !result.ok
    if (io.output === 'text') io.print(line({ session, result }))
    else all.push({ session, result })
  }
  if (io.output !== 'text') io.printJson(isAll ? all.map(asJson) : asJson(all[0] as Verified))
  if (hasFailed)
    io.report('Fix: Keep the file as it is, and compare it with the last backup and the heads noted elsewhere.')
  return hasFailed ? exitCodes.failed : exitCodes.done
}

/** `12:nQE7…`: a head as an earlier call printed it. */
function expectedHead(options: Options, isAll: boolean): ChainHead | undefined {
  const text = options.text('head')
  if (text === undefined) return undefined
  if (isAll) throw new GyreError('usage-invalid', '`--head` is of one session: name it.')
  const [, seq = '', chain = ''] = /^(\d+):(\S+)$/.exec(text) ?? []
  if (chain !== '') return { seq: Number(seq), chain }
  throw new GyreError('usage-invalid', `\`--head ${text}\`: expected SEQ:CHAIN as \`gyre verify\` prints it.`)
}

async function everyId(runtime: Runtime): Promise<readonly string[]> {
  return (await runtime.listAll()).map(({ id }) => id)
}

function line({ session, result }: Verified): string {
  if (!result.ok) return `${session}  ALTERED at row ${result.seq}: ${result.why}`
  return `${session}  ok  head ${headText(result.head)}`
}

function headText({ seq, chain }: ChainHead): string {
  return `${seq}:${chain}`
}

function asJson({ session, result }: Verified) {
  return result.ok ? { session, ok: true, rows: result.rows, head: headText(result.head) } : { session, ...result }
}
