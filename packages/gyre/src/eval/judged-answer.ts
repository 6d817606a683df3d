/** An answer that no rule can score, judged by a model in a session of its own. */
import { direct, type Idle, type Model, type Runtime, type SessionUsage } from '@gyre/core'
import { type EvalTask, type JudgeVerdict, judgeGoal, verdictSchema } from '@gyre/lab'
import type { EvalCell } from './eval-cells.ts'
import { fingerprint } from './fingerprint.ts'
import { type RestOptions, sessionToRest } from './session-to-rest.ts'

export type Judgement = {
  readonly rest: Idle
  readonly session: string
  /** Null when the judge has not ended, or said nothing that can be read. */
  readonly verdict: JudgeVerdict | null
  readonly usage: SessionUsage
}

export type Judged = Pick<EvalTask, 'goal' | 'answers'> & {
  readonly session: string
  readonly answer: string
}

/** A judge that failed is asked again the next time; one that has judged this session is not. */
export async function judgedAnswer(
  runtime: Runtime,
  judged: Judged,
  judge: Model,
  options: Omit<RestOptions, 'counts'>,
): Promise<Judgement | undefined> {
  const { session, answers } = judged
  const thread = `eval-judge:${fingerprint({ session, answers, judge: judge.id })}`
  const counts = ({ state, mirror }: { state: string; mirror: { outcome: string | null } }) =>
    state !== 'ended' || mirror.outcome === 'answered'
  const wanted = judgeWanted(judged, judge, thread)
  const found = await sessionToRest(runtime, { thread, wanted }, { ...options, counts })
  if (!found) return undefined
  const { view } = await runtime.read(found.session)
  const { data = null } = verdictSchema.safeParse(view.answer)
  return { ...found, verdict: view.outcome === 'answered' ? data : null, usage: view.usage }
}

/** The loop itself, not its name: it judges also where people have switched it off. */
export function judgeWanted(judged: Omit<Judged, 'session'>, judge: Model, thread: string): EvalCell['wanted'] {
  const task = { goal: judgeGoal(judged, judged.answer), messages: [], output: verdictSchema }
  return { loop: direct, task, options: { model: judge, tools: [], thread, remembers: false } }
}
