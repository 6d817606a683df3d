/** What a session would have done from one of its steps on, with other models, other words or another loop. */
import {
  factOf,
  GyreError,
  type JournalRow,
  type Json,
  type JsonObject,
  type Message,
  type Model,
  type Runtime,
  type SessionDefinition,
  type Tool,
  user,
} from '@gyre/core'
import { experiment } from './experiment.ts'
import type { Variant } from './side-by-side.ts'

export type WhatIfOptions = {
  readonly session: string
  /** The last step that is kept, by path or seq. */
  readonly at: string | number
  readonly models?: readonly Model[]
  /** Loops that begin anew and are told what was observed until then. */
  readonly loops?: readonly string[]
  /** Prompts in other words, by `loop.prompt`: a fork each. */
  readonly prompts?: Readonly<Record<string, string>>
  /** Tools by which loops that begin anew may find the session's. */
  readonly tools?: readonly Tool[]
}

/** A fork for each model and prompt, a new session for each loop. */
export async function whatIf(runtime: Runtime, options: WhatIfOptions): Promise<readonly Variant[]> {
  const { session, at, models = [], loops = [], prompts = {} } = options
  const { rows, view } = await runtime.read(session)
  const kept = rowsUntil(rows, at)
  const forks = [
    ...models.map((model) => ({ name: model.id, wanted: { fork: session, options: { at, model, ...experiment } } })),
    ...Object.entries(prompts).map(([id, text]) => ({
      name: id,
      wanted: { fork: session, options: { at, prompts: { [id]: text }, ...experiment } },
    })),
  ]
  const definition = view.definition as SessionDefinition
  const { task, start } = beginning(definition, kept, options.tools ?? [])
  return [...forks, ...loops.map((loop) => ({ name: loop, wanted: { loop, task, options: start } }))]
}

function rowsUntil(rows: readonly JournalRow[], at: string | number): readonly JournalRow[] {
  const isMeant = ({ seq, path, kind }: JournalRow) =>
    typeof at === 'number' ? seq === at : path === at && kind !== null
  const last = rows.findLast(isMeant)
  if (last) return rows.filter(({ seq }) => seq <= last.seq)
  throw new GyreError('step-unknown', `The session has no step \`${at}\`.`, { at })
}

/** What another loop is given: the same task, with what was observed, and what the session was made with. */
function beginning(definition: SessionDefinition, kept: readonly JournalRow[], known: readonly Tool[]) {
  const { task, models, tools, instructions, budget } = definition
  const seen = observations(kept)
  const messages = [...task.messages, ...(seen ? [seen] : [])]
  const own = known.filter(({ name }) => tools.includes(name))
  const start = { model: models.author, tools: own, instructions, budget, ...experiment }
  return { task: { ...task, messages }, start }
}

/** What tools returned and people answered, as one message any loop can read; undefined when there is nothing. */
function observations(rows: readonly JournalRow[]): Message | undefined {
  const lines = rows.flatMap((row) => (row.type === 'step.finished' ? observed(row) : []))
  return lines.length === 0 ? undefined : user(`Known so far:\n${lines.join('\n')}`)
}

function observed(row: JournalRow): readonly string[] {
  const { kind, request, result } = factOf(row)
  if (kind !== 'tool' && kind !== 'ask') return []
  const { tool, input = {}, question } = (request ?? {}) as { tool?: string; input?: Json; question?: string }
  const { text, error } = (result ?? {}) as JsonObject
  if (kind === 'tool') return error === true ? [] : [`- ${tool} ${JSON.stringify(input)}: ${text}`]
  return isQuestion(request) ? [`- Asked "${question}", a person answered: ${text}`] : []
}

/** Approvals and the like are about a step, and tell a loop nothing. */
function isQuestion(request: Json | undefined): boolean {
  return (request as JsonObject | undefined)?.['kind'] === 'question'
}
