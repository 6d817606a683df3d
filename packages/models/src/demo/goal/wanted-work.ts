/** What a request wants to have done, with what people and earlier answers have said of it. */
import { numberIn } from '../arithmetic/result-text.ts'
import { listedFor, listedTools } from '../reading/listed-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { userAnswers } from '../reading/working-memory.ts'
import { type Job, jobsIn } from './job.ts'
import { type Lack, lackIn } from './lack.ts'

type WantedWork = {
  /** Undefined when it is not understood, or something is missing. */
  readonly jobs: readonly Job[] | undefined
  /** What only a person can say, and has not said yet. */
  readonly lack: Lack | undefined
}

export function wantedWork(goal: string, { material, lastAnswer }: Reading): WantedWork {
  const tools = material['tools'] === undefined ? undefined : listedTools(material['tools'])
  const before = lastAnswer ?? lastSaid(material['conversation'])
  const known = {
    that: before === undefined ? undefined : numberIn(before),
    ...(tools && { canMeasure: ({ name }: { readonly name: RegExp }) => listedFor(tools, name) !== undefined }),
  }
  const jobs = jobsIn(goal, known)
  const lack = jobs ? undefined : lackIn(goal, known)
  const told = lack && userAnswers(material['memory']).at(-1)
  if (told === undefined) return { jobs, lack }
  return { jobs: lack?.jobs(told), lack: undefined }
}

/** The last answer of a conversation that is shown as material: lines of an entry stand further in than its first. */
function lastSaid(conversation: string | undefined): string | undefined {
  return [...(conversation ?? '').matchAll(/^\[(?:assistant|said)\] (.*(?:\n {2}.*)*)/gm)].at(-1)?.[1]
}
