/** A call of a tool on its way: what the runner says of it, a person asked where it says so, then the call itself. */
import type { Json } from '../json.ts'
import type { ToolCall } from '../messages.ts'
import type { Admission, AdmissionFacts, Clearance, Execution, Refusal, ToolNote } from '../ports/tool-runner.ts'
import type { Tool } from '../tools/tool.ts'
import { toolAmounts } from './amounts.ts'
import { approval, approvedFor } from './approval.ts'
import { CallContext, type CallTools } from './call-context.ts'
import type { Begun } from './foreseen-calls.ts'
import { forkedResult, type Intent, intentOf, settledUncertain } from './once-call.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import type { Done } from './verb.ts'

/** Much less than any lease lasts. */
const promptMs = 250

/** A call, where it is made, and the longest it may take. */
export type MadeCall = { readonly path: string; readonly call: ToolCall; readonly timeoutMs: number | undefined }

export function admitted(scope: Scope, made: MadeCall, callTools: CallTools): Promise<Done> | Done {
  return new AdmittedCall(scope, made, callTools).done()
}

class AdmittedCall {
  readonly #scope: Scope
  readonly #path: string
  readonly #call: ToolCall
  readonly #timeoutMs: number | undefined
  readonly #callTools: CallTools

  constructor(scope: Scope, { path, call, timeoutMs }: MadeCall, callTools: CallTools) {
    this.#scope = scope
    this.#path = path
    this.#call = call
    this.#timeoutMs = timeoutMs
    this.#callTools = callTools
  }

  /** One that was begun before a crash is settled first: no check may say of it that it was not made. */
  done(): Promise<Done> | Done {
    const { tool, fault } = this.#call
    if (fault !== undefined) return notMade(`Not run: the arguments of \`${tool}\` cannot be read: ${fault}`)
    const intent = this.#scope.session.intended.get(this.#path)
    return intent ? this.#settled(intent) : this.#considered()
  }

  async #settled(intent: Intent): Promise<Done> {
    return (await settledUncertain(this.#scope, this.#path, intent)) ?? this.#considered()
  }

  #considered(): Promise<Done> | Done {
    const admission = this.#scope.session.ports.toolRunner.admit(this.#call, this.#facts)
    return admission.kind === 'ask' ? this.#approved(admission) : this.#decided(this.#call, admission)
  }

  get #facts(): AdmissionFacts {
    const { session, run } = this.#scope
    return {
      session: session.id,
      tools: run.tools,
      approved: approvedFor(this.#scope, this.#path),
      token: run.token,
    }
  }

  async #approved(asked: Extract<Admission, { kind: 'ask' }>): Promise<Done> {
    const answer = await approval(this.#scope, this.#path, this.#call, asked)
    if (answer === undefined) return this.#considered()
    if (answer.text !== 'approve') return this.#refusedByPerson(answer.reason)
    const edited = answer.input
    const call = edited === undefined ? this.#call : { ...this.#call, input: edited }
    const { toolRunner } = this.#scope.session.ports
    const done = await this.#decided(call, toolRunner.clear(asked.tool, call.input, this.#facts))
    // The request is what the model asked for; what was done in its place is in the record.
    return edited === undefined ? done : { ...done, data: { ...done.data, input: this.#redacted(edited) } }
  }

  #decided(call: ToolCall, clearance: Clearance): Promise<Done> | Done {
    if (clearance.kind === 'refuse') return this.#denied(clearance)
    const { tool, input } = clearance
    if (tool.effect === 'once') return this.#runOnce(call, tool, input)
    const { session, run } = this.#scope
    const begun = session.foreseen.take(run, call.tool, call.input)
    return begun ? this.#takenOver(begun, tool, input) : this.#execute(tool, input)
  }

  /** It was begun before its time. */
  async #takenOver(begun: Begun, tool: Tool, input: unknown): Promise<Done> {
    const made = await begun.made()
    if (!made) return this.#execute(tool, input)
    const done = await this.#execute(made.tool, input)
    return { ...done, data: { ...done.data, begunMs: made.begunMs } }
  }

  /** A call that must not be repeated: its intent is on disk before it begins. */
  async #runOnce(call: ToolCall, tool: Tool, input: unknown): Promise<Done> {
    const { session } = this.#scope
    const { journal, intended, clock } = session
    const stub = intended.has(this.#path) ? undefined : await forkedResult(this.#scope, this.#path, call)
    if (stub) return stub
    const data = intentOf(this.#scope, this.#path, call)
    const began = clock.now()
    await journal.append([{ type: 'step.intended', path: this.#path, kind: 'tool', data }])
    // The word that it is written may have come late: others may have gone on, and asked a person about this very call.
    if (clock.now() - began > promptMs) await session.surelyLeased()
    return this.#execute(tool, input)
  }

  #execute(tool: Tool, input: unknown): Promise<Done> | Done {
    const { ports, unrepeatable, foreseen } = this.#scope.session
    const isPure = tool.effect === 'pure'
    const context = new CallContext({
      scope: this.#scope,
      path: this.#path,
      timeoutMs: this.#timeoutMs,
      callTools: this.#callTools,
    })
    const ended = () => {
      // A tool that does not end with its time, or with its session, does nothing more.
      context.close()
      unrepeatable.delete(this.#path)
      if (!isPure) foreseen.effectEnds()
    }
    if (!isPure) foreseen.effectBegins()
    let execution: Promise<Execution> | Execution | undefined
    try {
      execution = ports.toolRunner.execute(tool, input, context)
    } finally {
      if (!(execution instanceof Promise)) ended()
    }
    if (!(execution instanceof Promise)) return this.#executed(tool, execution)
    if (tool.effect === 'once') unrepeatable.add(this.#path)
    return execution.then((later) => this.#executed(tool, later)).finally(ended)
  }

  #executed(tool: Tool, { output, record, notes, notMade: isRefused }: Execution): Done {
    const facts = notes && this.#noteFacts(notes)
    if (isRefused) return { result: output, data: { tool: tool.name, ...record, made: false }, facts }
    return { result: output, data: { tool: tool.name, ...record }, spent: toolAmounts(tool.name), facts }
  }

  #refusedByPerson(reason: string | undefined): Done {
    const why = reason ? `: ${reason}` : '.'
    return this.#denied({
      by: 'approval',
      text: `Not run: a person refused this call of \`${this.#call.tool}\`${why}`,
    })
  }

  /** The refusal is a fact of its own, and the answer the model reads. */
  #denied({ by, text }: Pick<Refusal, 'by' | 'text'>): Done {
    const { result } = notMade(text)
    const facts = this.#noteFacts([{ name: 'tool.denied', value: { tool: this.#call.tool, by, why: text } }])
    return { result, data: { made: false, denied: by }, facts }
  }

  #noteFacts(notes: readonly ToolNote[]): readonly NewFact[] {
    return notes.map((note, index) => {
      return { type: 'note', path: `${this.#path}/note#${index + 1}`, kind: 'note', data: this.#redacted({ ...note }) }
    })
  }

  #redacted<T extends Json>(value: T): T {
    return this.#scope.session.redact.json(value)
  }
}

export function notMade(text: string): Done {
  return { result: { text, error: true }, data: { made: false } }
}
