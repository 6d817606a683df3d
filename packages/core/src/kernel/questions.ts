/** Open questions of a session: those being waited for, and answers that came before the loop got there again. */
import type { Intervention } from '../ports/store.ts'
import { type Answer, type InputFault, type Question, type QuestionKind, readAnswer } from './answer.ts'
import type { Scope } from './scope.ts'

type Answered = { readonly answer: Answer; readonly by: string; readonly intervention: Intervention }

export class Questions {
  /** Asked and not answered, by path. */
  readonly #open = new Map<string, Question>()
  readonly #answers = new Map<string, Answered>()
  /** Questions whether a tool may run, by tool: the first that is asked, or about to be. */
  readonly #approvals = new Map<string, string>()

  /** From now on it is asked. */
  open(path: string, question: Question): void {
    this.#open.set(path, question)
    this.announce({ ...question, path })
  }

  /** It will be asked in a moment. */
  announce({ path, kind, data }: Question): void {
    const tool = kind === 'approval' ? String(data?.['tool']) : undefined
    if (tool !== undefined && !this.#approvals.has(tool)) this.#approvals.set(tool, path)
  }

  /** The path of the question whether this tool may run, until it is closed. */
  approvalOf(tool: string): string | undefined {
    return this.#approvals.get(tool)
  }

  /** Nobody waits for its answer any more. */
  close(path: string): void {
    this.#open.delete(path)
    for (const [tool, asked] of this.#approvals) if (asked === path) this.#approvals.delete(tool)
  }

  /** One of this kind that is asked and not answered. */
  openOf(kind: QuestionKind): Question | undefined {
    for (const question of this.#open.values()) if (question.kind === kind) return question
    return undefined
  }

  isAsked(path: string): boolean {
    return this.#open.has(path)
  }

  /** Takes an answer; a text says why it is none. */
  answer(intervention: Intervention): string | undefined {
    const named = (intervention.body as { question?: string }).question
    const path = named ?? (this.#open.size === 1 ? [...this.#open.keys()][0] : undefined)
    if (path === undefined) return this.#open.size === 0 ? 'no-question' : 'question-ambiguous'
    const question = this.#open.get(path)
    if (!question) return 'no-question'
    if (this.#answers.has(path)) return 'answered-already'
    const answer = readAnswer(intervention, question)
    if (typeof answer === 'string') return answer
    this.#answers.set(path, { answer, by: intervention.by, intervention })
    return undefined
  }

  /** Waits for the answer, blocked as long as there is none. Arguments that do not fit are none: their sender may mend them. */
  async wait(scope: Scope, question: Question, inputFault: InputFault): Promise<Answered> {
    const { session } = scope
    for (;;) {
      const seen = session.activity.changes
      if (session.isAborted) return session.never()
      const answered = this.#answers.get(question.path)
      this.#answers.delete(question.path)
      const fault = answered?.answer.input === undefined ? undefined : inputFault(answered.answer.input)
      if (answered && fault !== undefined) {
        session.supervisor.inbox.reject(answered.intervention, `input-invalid: ${fault}`)
      } else if (answered) {
        this.#open.delete(question.path)
        session.supervisor.inbox.settled(answered.intervention.id)
        session.working()
        return answered
      }
      if (!session.supervisor.isQuiet) await this.#tell(scope, question.path)
      await session.activity.block('waiting', scope.hosts + 1, seen)
    }
  }

  /** The session is to end, perhaps: then nobody waits any more. */
  async #tell(scope: Scope, path: string): Promise<void> {
    try {
      await scope.session.supervisor.tellWaiting(scope, path)
    } catch (error) {
      this.close(path)
      throw error
    }
  }
}
