/** A response told from its session: as it happens, or as its journal has it. */

import { factEvent, factOf, GyreError, type JournalRow, type Runtime } from '@gyre/core'
import { serverError } from '../http/errors.ts'
import { narratorFor } from '../narration/narrator.ts'
import { openaiError } from '../openai/errors.ts'
import { newAfter } from './event-numbers.ts'
import { type AskedResponse, type ExtraOf, ResponseEncoder, type ResponseEnd } from './response-encoder.ts'
import { endOf } from './response-end.ts'
import { ResponseTurn, type TurnStop } from './response-turn.ts'
import type { ResponseEvent, ResponseObject } from './response-wire.ts'

export type TellOptions = {
  readonly signal?: AbortSignal
  readonly extraOf?: ExtraOf
  /** Events up to this number are known. */
  readonly seen?: number
}

/** The events of it: what was, then what happens, until it is over. */
export async function* responseEvents(
  runtime: Runtime,
  asked: AskedResponse,
  options: TellOptions = {},
): AsyncGenerator<ResponseEvent, void, undefined> {
  for await (const event of allEvents(runtime, asked, options)) {
    const news = newAfter(event, options.seen ?? -1)
    if (news) yield news
  }
}

async function* allEvents(
  runtime: Runtime,
  asked: AskedResponse,
  { signal, extraOf }: TellOptions,
): AsyncGenerator<ResponseEvent, void, undefined> {
  const { session } = asked
  const encoder = new ResponseEncoder(asked, extraOf)
  const turn = turnOf(runtime, asked)
  yield* encoder.begin()
  try {
    for await (const event of runtime.events(session, 0, { signal })) {
      for (const moment of turn.apply(event)) yield* encoder.encode(moment)
      if (turn.stop) return yield* encoder.end(endOfTurn(asked, turn.stop, await rowsOf(runtime, session)))
    }
    if (signal?.aborted) return
    throw new GyreError('server-stopping', `Session \`${session}\` is not told of any further here.`)
  } catch (thrown) {
    yield* encoder.fail(openaiError(serverError(thrown)))
  }
}

/** As it stands. */
export async function readResponse(runtime: Runtime, asked: AskedResponse): Promise<ResponseObject> {
  const { session } = asked
  const encoder = new ResponseEncoder(asked)
  const turn = turnOf(runtime, asked)
  const rows = await rowsOf(runtime, session)
  for (const row of rows) {
    for (const moment of turn.apply(factEvent(session, factOf(row)))) encoder.encode(moment)
    if (turn.stop) break
  }
  if (turn.stop) encoder.end(endOfTurn(asked, turn.stop, rows))
  return encoder.response
}

/** One that was set aside has failed for who asked, though the session may go on later: in a response of its own. */
function endOfTurn(asked: AskedResponse, stop: TurnStop, rows: readonly JournalRow[]): ResponseEnd {
  const end = endOf(asked, stop, rows)
  if (!stop.refusal) return end
  const error = openaiError(stop.refusal)
  return { ...end, status: 'failed', question: '', error: { ...error, code: error.code ?? error.type } }
}

async function rowsOf(runtime: Runtime, session: string): Promise<readonly JournalRow[]> {
  return (await runtime.read(session)).rows
}

function turnOf(runtime: Runtime, { after }: AskedResponse): ResponseTurn {
  return new ResponseTurn(narratorFor(runtime), after)
}
