/** Calls that must not be made a second time: after a crash, and in a fork. */
import { canonicalJson, type Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import { ask } from './ask.ts'
import type { Scope } from './scope.ts'
import type { Done } from './verb.ts'

/** What is on disk before a call begins that must not be repeated. */
export type Intent = {
  readonly tool: string
  /** As a person may have edited it. */
  readonly input: Json
  /** Which time it is begun; the first when left out. */
  readonly attempt?: number
}

/** The intent to begin a call, for the first time or once more. What is asked about each is asked anew. */
export function intentOf({ session }: Scope, path: string, { tool, input }: ToolCall): Intent {
  const known = session.intended.get(path)
  let attempt = known ? (known.attempt ?? 1) + 1 : 1
  // A fork has the answers of its source, but not its intents.
  while (session.journal.peek(questionPath(path, attempt)) !== undefined) attempt += 1
  const plain = { tool, input: session.redact.json(input) }
  return attempt === 1 ? plain : { ...plain, attempt }
}

function questionPath(path: string, attempt: number): string {
  return `${path}/uncertain#${attempt}`
}

/** It was begun before a crash, and nobody knows how far it came. Undefined when it shall be made again. */
export async function settledUncertain(scope: Scope, path: string, intent: Intent): Promise<Done | undefined> {
  const { tool, input, attempt = 1 } = intent
  const answer = await ask(scope.inside(path), {
    path: questionPath(path, attempt),
    kind: 'uncertain',
    question: `\`${tool}\` was begun when the process died. It may or may not have happened.`,
    choices: ['retry', 'treat as done', 'fail'],
    data: { tool, input },
  })
  if (answer.text === 'retry') return undefined
  if (answer.text === 'treat as done') return { result: { text: 'Done.' }, data: { made: false, assumed: true, input } }
  return {
    result: { text: `\`${tool}\` was interrupted; it may not have happened.`, error: true },
    data: { made: false, input },
  }
}

/** In a fork the world is not changed a second time: the source's result stands in, or a person decides. */
export async function forkedResult(scope: Scope, path: string, call: ToolCall): Promise<Done | undefined> {
  const { session } = scope
  if (!session.definition.fork || session.definition.fork.allowOnce) return undefined
  const equal = `${call.tool} ${canonicalJson(call.input)}`
  const stub = session.stubs?.get(`${path} ${equal}`) ?? session.stubs?.get(equal)
  if (stub !== undefined) return { result: stub, data: { made: false, stubbed: true } }
  const inside = scope.inside(path)
  const answer = await ask(inside, {
    path: inside.next('fork'),
    kind: 'fork',
    question: `This is a fork. Run \`${call.tool}\` all the same?`,
    choices: ['approve', 'reject'],
    data: { tool: call.tool, input: call.input },
  })
  if (answer.text === 'approve') return undefined
  const text = `Not run: this is a fork, and a person kept \`${call.tool}\` from running again.`
  return { result: { text, error: true }, data: { made: false, denied: 'fork' } }
}
