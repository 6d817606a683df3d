/** Tool calls of a run, the loop's and the client's. */
import type { Json, Question } from '@gyre/core'
import type { Moment } from '../narration/moment.ts'
import { callId } from '../session/call-ids.ts'
import { type AguiEvent, nothing, type Owner } from './agui-event.ts'

type Call = Pick<Extract<Moment, { readonly type: 'tool-begun' }>, 'path' | 'tool' | 'input'>
type ToolEnded = Extract<Moment, { readonly type: 'tool-ended' }>

/** What is said of a call that was begun and has no result when the run is over. */
const unfinished = 'The run ended before this call did.'

const approvalEnd = /\/approve#\d+$/

export class Calls {
  readonly #session: string
  /** Paths of calls that were begun. */
  readonly #begun = new Set<string>()
  /** Calls that the client runs: it has their results itself. */
  readonly #clients = new Set<string>()
  readonly #open = new Set<string>()
  /** Ids of calls that the client was told of in earlier runs. */
  readonly #known: ReadonlySet<string>

  constructor(session: string, known: readonly string[]) {
    this.#session = session
    this.#known = new Set(known)
  }

  begin({ path, tool, input }: Call, owner: Owner): readonly AguiEvent[] {
    if (this.#begun.has(path)) return nothing
    const id = callId(this.#session, path)
    this.#begun.add(path)
    this.#open.add(id)
    return this.#known.has(id) ? nothing : callEvents(id, tool, input, owner)
  }

  /** A call of the client's tool: open until the client sends its result. */
  beginAtClient(call: Call, owner: Owner): readonly AguiEvent[] {
    this.#clients.add(callId(this.#session, call.path))
    return this.begin(call, owner)
  }

  /** A call that may be asked about before it has begun: whoever approves it should see it. */
  approvalOf(question: Question, owner: Owner): readonly AguiEvent[] {
    const path = callPath(question)
    const { tool, input = null } = question.data ?? {}
    return this.begin({ path, tool: String(tool), input }, owner)
  }

  /** The id of the call that a question is about, if it is about one. */
  idOf(question: Question): string | undefined {
    const path = callPath(question)
    return this.#begun.has(path) ? callId(this.#session, path) : undefined
  }

  end({ path, text, hasFailed }: ToolEnded, owner: Owner): readonly AguiEvent[] {
    const id = callId(this.#session, path)
    this.#open.delete(id)
    return this.#clients.has(id) ? nothing : [resultEvent(id, text, { ...owner, ...(hasFailed && failedMark) })]
  }

  /** Results for calls of the loop that will have none. A client would take them for its own. */
  closeAll(): readonly AguiEvent[] {
    const left = [...this.#open]
    this.#open.clear()
    return left.filter((id) => !this.#clients.has(id)).map((id) => resultEvent(id, unfinished, failedMark))
  }
}

const failedMark = { metadata: { gyre: { failed: true } } } as const

function callEvents(toolCallId: string, toolCallName: string, input: Json, owner: Owner): readonly AguiEvent[] {
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName, ...owner },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input), ...owner },
    { type: 'TOOL_CALL_END', toolCallId, ...owner },
  ]
}

function resultEvent(toolCallId: string, content: string, extra: object): AguiEvent {
  return { type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}:result`, toolCallId, content, role: 'tool', ...extra }
}

/** The call that an approval is about. */
function callPath({ path }: Question): string {
  return path.replace(approvalEnd, '')
}
