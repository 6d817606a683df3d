/** A session as tools tell of it: for models as text, for programs as data. */
import { type Question, Standings, type StoredSession, textOfAnswer } from '@gyre/core'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { sourcesIn } from '../narration/sources.ts'
import { visibleRow } from '../session/asker.ts'
import type { Asker } from '../session/begin-session.ts'
import { askedAgain } from '../session/refused-answers.ts'
import { toldError } from '../session/told-error.ts'
import { refusedIn } from './open-questions.ts'

const sourceSchema = z.object({
  number: z.number(),
  title: z.string(),
  url: z.string(),
  quotes: z.array(z.string()),
})

const questionSchema = z.object({
  question: z.string().describe('Its path: name it in the body of `intervene`.'),
  kind: z.string(),
  text: z.string(),
  choices: z.array(z.string()).optional(),
  refused: z.string().optional().describe('Why the last answer was not accepted.'),
})

const usageSchema = z.object({
  modelCalls: z.number(),
  toolCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().nullable().describe('Null when the price of a model is not known.'),
  activeMs: z.number(),
})

export const shownSessionSchema = z.object({
  session_id: z.string(),
  status: z.string().describe('`completed`, `failed`, `aborted` or `stuck` once it has ended.'),
  outcome: z.string().nullable().describe('How it ended; null while it has not.'),
  answer: z.string().nullable(),
  gap: z.string().nullable().describe('What the answer leaves open.'),
  sources: z.array(sourceSchema),
  usage: usageSchema,
  questions: z.array(questionSchema).describe('What it asks and waits for.'),
  next: z.string().nullable().describe('How to go on with it.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export type ShownSession = z.output<typeof shownSessionSchema>

export type Looked = { readonly shown: ShownSession; readonly stored: StoredSession }

/** How a session stands. One that is not the caller's to see is not there for them. */
export async function lookAt(asker: Asker, id: string): Promise<Looked> {
  await visibleRow(asker, id)
  const { runtime } = asker.tenant
  const stored = await runtime.read(id)
  const { row, view } = stored
  const status = (await Standings.read(runtime, Date.now(), [row])).status(row)
  const { outcome, answer, gap, details, usage, questions, error } = view
  const open = [...questions.values()]
  const fault = error && { code: String(error['code']), message: String(error['message']) }
  const shown: ShownSession = {
    session_id: id,
    status,
    outcome,
    answer: answer === null ? null : textOfAnswer(answer),
    gap,
    sources: sourcesIn(details).map(({ quotes, ...source }) => ({ ...source, quotes: [...quotes] })),
    usage,
    questions: openQuestionsOf(stored),
    next: outcome === null ? nextStep(id, status, open) : null,
    error: toldError({ session: id, error: fault }, asker.caller),
  }
  return { shown, stored }
}

function openQuestionsOf(stored: StoredSession): ShownSession['questions'] {
  const refused = refusedIn(stored)
  return [...stored.view.questions.values()].map(({ path, kind, question, choices }) => {
    const why = refused.why(path)
    const shown = { question: path, kind, text: question, ...(choices && { choices: [...choices] }) }
    return { ...shown, ...(why !== undefined && { refused: why }) }
  })
}

function nextStep(id: string, status: string, [first]: readonly Question[]): string {
  if (status === 'waiting' && first) return `\`intervene\` with session_id \`${id}\` and ${answering(first)}.`
  if (status === 'paused') return `\`intervene\` with session_id \`${id}\` and the action \`resume\`.`
  return `\`wait_session\` with session_id \`${id}\` watches on.`
}

function answering({ kind, path }: Question): string {
  const question = JSON.stringify(path)
  if (kind === 'approval' || kind === 'fork') {
    return `the action \`approve\` or \`reject\`, body {"question": ${question}}`
  }
  return `the action \`answer\`, body {"question": ${question}, "text": "…"}`
}

/** What a tool answers with. A session that failed is an error of the call; what it found out is there all the same. */
export function toolResult(shown: ShownSession): CallToolResult {
  const isError = shown.status === 'failed'
  return { content: [{ type: 'text', text: inWords(shown) }], structuredContent: shown, ...(isError && { isError }) }
}

function inWords({ session_id: id, status, outcome, answer, gap, questions, next, error }: ShownSession): string {
  const lines = [
    ...(answer === null ? [] : [answer]),
    ...(outcome === null || outcome === 'answered' ? [] : [`Session ${id} ended: ${outcome}.`]),
    ...(error ? [error.message] : []),
    ...(gap === null ? [] : [`Left open: ${gap}`]),
    ...(outcome === null ? [`Session ${id} is ${status}.`] : []),
    ...questions.map(({ text, choices, refused }) => {
      const asked = askedAgain(text, refused)
      return choices ? `It asks: ${asked} (${choices.join(' | ')})` : `It asks: ${asked}`
    }),
    ...(next === null ? [] : [`Next: ${next}`]),
  ]
  return lines.join('\n')
}
