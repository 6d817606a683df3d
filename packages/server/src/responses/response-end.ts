/** How a response ends, by how its session did: the words of `finish.ts`, as responses say them. */
import type { JournalRow, JsonObject, Question } from '@gyre/core'
import type { Ending } from '../narration/moment.ts'
import { lastPiece } from '../openai/chat/finish.ts'
import { questionText } from '../openai/chat/question-text.ts'
import { openaiError } from '../openai/errors.ts'
import { type OpenaiUsage, usageOfRows } from '../openai/usage.ts'
import { toldEnd } from '../session/told-error.ts'
import type { ResponseEnd } from './response-encoder.ts'
import type { ResponseRef } from './response-id.ts'
import type { TurnStop } from './response-turn.ts'
import type { ResponseObject, ResponseUsage } from './response-wire.ts'

export function endOf({ session, after }: ResponseRef, stop: TurnStop, rows: readonly JournalRow[]): ResponseEnd {
  const usage = usageOfRows(rows.filter(({ seq }) => seq > after && seq <= stop.seq))
  return stop.ending ? endOfSession(session, stop.ending, usage) : endOfWait(stop.questions, usage)
}

function endOfSession(session: string, end: Ending, usage: OpenaiUsage): ResponseEnd {
  const { status, outcome, gap } = end
  return { ...wayOf(session, end), usage: usageOf(usage), question: '', gyre: { status, outcome, gap } }
}

type Way = Pick<ResponseObject, 'error' | 'incomplete_details'> & Pick<ResponseEnd, 'status'>

function wayOf(session: string, end: Ending): Way {
  const last = lastPiece(session, toldEnd(session, end))
  if (last.type === 'failure') {
    const error = openaiError(last.error)
    return { status: 'failed', error: { ...error, code: error.code ?? error.type }, incomplete_details: null }
  }
  const reason = last.type === 'finish' ? last.reason : 'stop'
  if (end.outcome === 'aborted') return { status: 'cancelled', error: null, incomplete_details: null }
  if (reason === 'length') return incomplete('max_output_tokens')
  return reason === 'content_filter'
    ? incomplete(reason)
    : { status: 'completed', error: null, incomplete_details: null }
}

function incomplete(reason: 'max_output_tokens' | 'content_filter'): Way {
  return { status: 'incomplete', error: null, incomplete_details: { reason } }
}

/** It waits: for results of the client's calls, which are items of it, or for a person, who is asked in its text. */
function endOfWait(questions: readonly Question[], usage: OpenaiUsage): ResponseEnd {
  const asked = questions.filter(({ kind }) => kind !== 'tool')
  const [first] = asked
  const isForPerson = asked.length === questions.length
  const question: JsonObject = first && isForPerson ? { question: shown(first) } : {}
  return {
    status: 'completed',
    error: null,
    incomplete_details: null,
    usage: usageOf(usage),
    question: isForPerson ? questionText(asked) : '',
    gyre: { status: 'waiting', ...question },
  }
}

function shown({ path, kind, question, choices }: Question): JsonObject {
  return { path, kind, question, ...(choices && { choices }) }
}

export function usageOf(usage: Omit<OpenaiUsage, 'gyre'> & Partial<OpenaiUsage>): ResponseUsage {
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details } = usage
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: prompt_tokens_details,
    output_tokens: completion_tokens,
    output_tokens_details: completion_tokens_details,
    total_tokens,
    ...(usage.gyre && { gyre: usage.gyre }),
  }
}
