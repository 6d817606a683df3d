/** A loop together with all that it meets, and how people see it to its end. */
import type {
  Embedder,
  Loop,
  Question,
  Runtime,
  RuntimeOptions,
  SessionEnd,
  StartOptions,
  TaskInput,
  Tool,
} from '@gyre/core'
import { type Hand, type PathModelOptions, pathModel, type Replies, toolbox } from './effects.ts'

/** A loop with all that it meets: what it is asked, what the model says, what people answer, how it ends. */
export type Scenario = {
  readonly name: string
  readonly loop: Loop
  readonly task: TaskInput<unknown>
  readonly options?: Omit<StartOptions, 'model' | 'models' | 'tools'>
  readonly replies: Replies
  readonly model?: PathModelOptions
  /** Names of tools from the toolbox. */
  readonly tools?: readonly string[]
  /** By letters when left out. */
  readonly embedder?: Embedder
  /** Answers by the path of the question; a call nobody knows the end of is retried. */
  readonly answers?: Readonly<Record<string, string>>
  /** Its result is remembered, as the first process says. */
  readonly remembers?: NonNullable<RuntimeOptions['remembers']>
  /** What is known of it in advance: of a long answer its details tell enough. */
  readonly end: Pick<SessionEnd, 'outcome'> & Partial<Pick<SessionEnd, 'answer' | 'details'>>
}

/** The model and the tools of a scenario, in the hands of one process. */
export function equipment({ replies, model, tools = [] }: Scenario, hand: Hand) {
  const all = toolbox(hand)
  return { model: pathModel(hand, replies, model), tools: tools.map((name) => toolNamed(all, name)) }
}

function toolNamed(all: ReturnType<typeof toolbox>, name: string): Tool {
  const tool = all[name]
  if (!tool) throw new Error(`The toolbox has no \`${name}\`.`)
  return tool
}

/** Answers whatever is asked until the session has ended. */
export async function conclude(
  runtime: Runtime,
  id: string,
  answers: Readonly<Record<string, string>> = {},
): Promise<SessionEnd> {
  const session = await runtime.session(id)
  while ((await session.idle()) !== 'ended') {
    await answerQuestions(runtime, id, answers)
    await runtime.wake(id)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return session.outcome
}

/** Answers what is asked now. By key: asked again after a crash, the same answer is sent once. */
export async function answerQuestions(
  runtime: Runtime,
  id: string,
  answers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { view } = await runtime.read(id)
  for (const question of view.questions.values()) {
    const text = answers[question.path] ?? usualAnswer(question)
    await runtime.send(id, 'answer', { text, question: question.path }, { key: question.path })
  }
}

function usualAnswer(question: Question): string {
  if (question.kind === 'uncertain') return 'retry'
  throw new Error(`Nobody answers \`${question.path}\`: ${question.question}`)
}
