/** Open questions of a session: those being waited for, and answers that came before the loop got there again. */
import type { Intervention } from '../ports/store.ts'
import { type Answer, type InputFault, type Question, type QuestionKind, readAnswer } from './answer.ts'
import type { Scope } from './scope.ts'

/** The answer to a question about a plan that a person changes instead. */
const planChanged = 'changed'

type Answered = { readonly answer: Answer; readonly by: string; readonly intervention: Intervention }

/** Another plan than the one that was asked about: there is nothing to settle with it. */
type Overtaken = { readonly answer: Answer; readonly by: string; readonly intervention: undefined }

export class Questions {
  /** Asked and not answered, by path. */
  readonly #open = new Map<string, Question>()
  /** Those that came, by path: behind one with arguments that may not fit there may be others. */
  readonly #answers = new Map<string, Answered[]>()
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

  /** Whether something is asked by what a step does. */
  isAskedBelow(path: string): boolean {
    return this.#open.keys().some((asked) => asked.startsWith(`${path}/`))
  }

  /** Takes an answer; a text says why it is none. */
  answer(intervention: Intervention): string | undefined {
    const named = (intervention.body as { question?: string }).question
    const path = named ?? (this.#open.size === 1 ? [...this.#open.keys()][0] : undefined)
    if (path === undefined) return this.#open.size === 0 ? 'no-question' : 'question-ambiguous'
    const question = this.#open.get(path)
    if (!question) return 'no-question'
    const before = this.#answers.get(path) ?? []
    if (before.some((each) => each.answer.input === undefined)) return 'answered-already'
    const answer = readAnswer(intervention, question)
    if (typeof answer === 'string') return answer
    this.#answers.set(path, [...before, { answer, by: intervention.by, intervention }])
    return undefined
  }

  /** Waits for the answer, blocked as long as there is none. Arguments that do not fit are none: their sender may mend them. */
  async wait(scope: Scope, question: Question, inputFault: InputFault): Promise<Answered | Overtaken> {
    const { session } = scope
    for (;;) {
      const seen = session.activity.changes
      if (session.isAborted) return session.never()
      const answered = (await this.#overtaken(scope, question)) ?? this.#fitting(scope, question, inputFault)
      if (answered) {
        this.#open.delete(question.path)
        session.working()
        return answered
      }
      if (!session.supervisor.isQuiet) await this.#tell(scope, question.path)
      await session.activity.block('waiting', scope.hosts + 1, seen)
    }
  }

  /** The first answer whose arguments fit. Those before it are told why they do not, those behind it came too late. */
  #fitting({ session }: Scope, { path }: Question, inputFault: InputFault): Answered | undefined {
    const { inbox } = session.supervisor
    const came = this.#answers.get(path) ?? []
    this.#answers.delete(path)
    let fitting: Answered | undefined
    for (const each of came) {
      const fault = each.answer.input === undefined ? undefined : inputFault(each.answer.input)
      if (fitting) inbox.reject(each.intervention, 'answered-already')
      else if (fault !== undefined) inbox.reject(each.intervention, `input-invalid: ${fault}`)
      else fitting = each
    }
    if (fitting) inbox.settled(fitting.intervention.id)
    return fitting
  }

  /** A person changed the plan that is asked about. Whoever answered meant a plan that will not be carried out. */
  async #overtaken({ session }: Scope, { path, data }: Question): Promise<Overtaken | undefined> {
    const { supervisor } = session
    if (data?.['about'] !== 'plan' || !supervisor.planEdit) return undefined
    // What was sent with it is for this question, not for the next one.
    await supervisor.inbox.notice()
    const edit = supervisor.planEdit
    if (!edit) return undefined
    for (const { intervention } of this.#answers.get(path) ?? []) supervisor.inbox.reject(intervention, 'plan-changed')
    this.#answers.delete(path)
    return { answer: { text: planChanged }, by: edit.by, intervention: undefined }
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
