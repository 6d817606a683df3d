/** `gyre show`: a session in full, its answer in a file, or the exact prompt of one of its steps. */
import { GyreError, type Runtime, readSessionRecord, type SessionRecord } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { answerFile } from '../output/answer-file.ts'
import type { Place } from '../place.ts'
import { keepEarlierAnswer } from '../session/kept-answer.ts'
import { messageText } from '../session/message-text.ts'
import { sessionId } from '../session/session-id.ts'
import { waitingLines } from '../session/session-report.ts'
import { sheetLines } from '../session/session-sheet.ts'
import { stillLine } from '../session/session-wait.ts'

/** A file has no width of its own. */
const pipedWidth = 140

export const show: CommandRun = async ({ args: [named = ''], options, io, place: open }) => {
  const file = await answerFile({ options, io })
  const place = await open()
  const { runtime } = place
  const id = await sessionId(runtime, named)
  const path = options.text('prompt')
  if (path !== undefined && file) throw new GyreError('usage-invalid', 'Give `--out` or `--prompt`, not both.')
  if (path !== undefined) return showPrompt(runtime, id, path, { io, isRaw: options.flag('raw') })
  if (file) await keepEarlierAnswer({ io, runtime, file }, id)
  if (file && io.output === 'text') return exitCodes.done
  const read = await readSessionRecord(runtime, id)
  if (io.output !== 'text') {
    io.printJson(read.record)
    return exitCodes.done
  }
  const width = io.out.isTty ? io.out.width() : pipedWidth
  const sheet = { width, nowMs: Date.now(), hasAllSteps: options.flag('steps'), isRaw: options.flag('raw') }
  for (const line of sheetLines(read, sheet)) io.print(line)
  for (const line of await nextLines(place, read.record)) io.report(line)
  return exitCodes.done
}

/** What a person may do now. */
async function nextLines(place: Place, record: SessionRecord): Promise<readonly string[]> {
  const { session, status, isRun, questions, outcome, steps } = record
  if (status === 'waiting' && questions.length > 0) {
    return ['', ...waitingLines(session, questions), ...planLine(record)]
  }
  const row = outcome === null && !isRun ? await place.runtime.store.sessions.get(session) : undefined
  if (row) return ['', await stillLine(place, row, status)]
  if (status === 'paused') return ['', `Go on with: gyre resume ${session}`]
  if (outcome === null) return ['', `Watch it with: gyre attach ${session}`]
  // Guidance goes to those who do the work, never to a judge.
  const asked = steps.findLastIndex(({ role }) => role === 'author' || role === 'planner')
  const before = steps[asked - 1]
  return before ? ['', `Try its last request otherwise: gyre fork ${session} --at '${before.path}' --steer "…"`] : []
}

/** Who is asked about a plan may also change it. */
function planLine({ session, plan }: SessionRecord): readonly string[] {
  const hasSteps = Array.isArray(plan) && plan.length > 0
  return hasSteps ? [`Change the plan before you answer: gyre plan edit ${session} --editor`] : []
}

type PromptOptions = { readonly io: Io; readonly isRaw: boolean }

async function showPrompt(runtime: Runtime, id: string, path: string, { io, isRaw }: PromptOptions): Promise<number> {
  const messages = await runtime.prompt(id, path)
  if (io.output !== 'text') io.printJson({ session: id, path, messages })
  else if (isRaw) io.print(JSON.stringify(messages, null, 2))
  else io.print(messages.map(messageText).join('\n\n'))
  return exitCodes.done
}
