/** A recorded session as a test, in any test runner. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type CassetteEquipment,
  GyreError,
  loops as ownLoops,
  type ReplayReport,
  readCassette,
  replayCassette,
} from '@gyre/core'
import { replayFailure } from './replay-failure.ts'

/** Loops, tools and personas of the project; a `gyre.config.ts` has them. Gyre's own loops are known. */
export type ExpectReplayOptions = Partial<CassetteEquipment>

/** Runs a recorded session again, with no model and no tool. Throws what differs, prompts as a diff. */
export async function expectReplay(file: string | URL, options: ExpectReplayOptions = {}): Promise<ReplayReport> {
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  const { loops = [], ...others } = options
  const cassette = readCassette((await textIn(path)).split('\n'))
  const report = await replayCassette(cassette, {
    ...others,
    loops: [...ownLoops, ...loops],
  })
  const failure = replayFailure(report)
  if (failure === undefined) return report
  throw new Error(
    `The session of ${relative('', path)} does not replay as it was recorded.\n\n${failure}\n\n` +
      'If it is meant to be so, run a session anew and record that: `gyre replay ID --as-test`.',
  )
}

async function textIn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

function unreadable(path: string, cause: unknown): GyreError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GyreError('file-unreadable', `The cassette ${path} cannot be read: ${why}`, { path, cause })
}
