/** Tool calls of a message, the loop's and the client's. A client refuses what it is told of a call it has not seen. */
import type { Json, Question } from '@gyre/core'
import type { Moment } from '../narration/moment.ts'
import { callId } from '../session/call-ids.ts'
import { idInThread } from '../session/client-thread.ts'
import { type Chunk, nothing } from './chunk.ts'
import type { UiTurn } from './ui-turn.ts'

type Call = Pick<Extract<Moment, { readonly type: 'tool-begun' }>, 'path' | 'tool' | 'input'>
type ToolEnded = Extract<Moment, { readonly type: 'tool-ended' }>
type KnownCall = { readonly tool: string; readonly input: Json; readonly isClients: boolean }

const approvalEnd = /\/approve#\d+$/

export class UiCalls {
  readonly #session: string
  /** By their paths. */
  readonly #calls = new Map<string, KnownCall>()
  /** Calls that are in the client's message. */
  readonly #told: Set<string>
  /** Approvals that the client's message asks for. */
  readonly #asked: Set<string>
  readonly #denied = new Set<string>()
  /** Calls of the client that this turn told of: it has the results of all others itself. */
  readonly #handedOver = new Set<string>()

  constructor({ session, calls, approvals }: Pick<UiTurn, 'session' | 'calls' | 'approvals'>) {
    this.#session = session
    this.#told = new Set(calls)
    this.#asked = new Set(approvals)
  }

  /** Takes note of a call of an earlier turn. */
  recall({ path, tool, input }: Call, isClients: boolean): void {
    if (!this.#calls.has(path)) this.#calls.set(path, { tool, input, isClients })
  }

  /** The same for one that was asked about before it began. */
  recallApproval(question: Question): void {
    this.recall(calledIn(question), false)
  }

  begin(call: Call, isClients: boolean): readonly Chunk[] {
    this.recall(call, isClients)
    return this.#tell(call.path)
  }

  ask(question: Question): readonly Chunk[] {
    const call = calledIn(question)
    const begun = this.begin(call, false)
    const approvalId = idInThread(this.#session, question.path)
    this.#asked.add(approvalId)
    return [...begun, { type: 'tool-approval-request', approvalId, toolCallId: this.#idOf(call.path) }]
  }

  /** The result of a call that the client ran, for one that reads all from the beginning. */
  answer(path: string, output: string): readonly Chunk[] {
    if (!this.#handedOver.has(path)) return nothing
    return [{ type: 'tool-output-available', toolCallId: this.#idOf(path), output }]
  }

  /** What a person said to the call that an approval was about. */
  decide(path: string, approved: boolean, reason: string | undefined): readonly Chunk[] {
    if (!approved) this.#denied.add(path.replace(approvalEnd, ''))
    const approvalId = idInThread(this.#session, path)
    if (!this.#asked.has(approvalId)) return nothing
    return [{ type: 'tool-approval-response', approvalId, approved, ...(reason !== undefined && { reason }) }]
  }

  end({ path, text, hasFailed, tool }: ToolEnded): readonly Chunk[] {
    const begun = this.begin({ path, tool, input: {} }, false)
    const toolCallId = this.#idOf(path)
    if (this.#denied.has(path)) return [...begun, { type: 'tool-output-denied', toolCallId }]
    const marks = { toolCallId, ...this.#marks(path) }
    if (hasFailed) return [...begun, { type: 'tool-output-error', ...marks, errorText: text }]
    return [...begun, { type: 'tool-output-available', ...marks, output: text }]
  }

  #tell(path: string): readonly Chunk[] {
    const call = this.#calls.get(path)
    const toolCallId = this.#idOf(path)
    if (!call || this.#told.has(toolCallId)) return nothing
    this.#told.add(toolCallId)
    if (call.isClients) this.#handedOver.add(path)
    const known = { toolCallId, toolName: call.tool, ...this.#marks(path) }
    return [
      { type: 'tool-input-start', ...known },
      { type: 'tool-input-available', ...known, input: call.input },
    ]
  }

  #idOf(path: string): string {
    return callId(this.#session, path)
  }

  /** A call of the loop is run here, and no application knows its tool. */
  #marks(path: string) {
    return this.#calls.get(path)?.isClients ? {} : { providerExecuted: true, dynamic: true }
  }
}

/** The call that an approval is about. */
function calledIn({ path, data = {} }: Question): Call {
  return { path: path.replace(approvalEnd, ''), tool: String(data['tool']), input: data['input'] ?? {} }
}
