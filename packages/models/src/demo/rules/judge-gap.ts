/** Whether an answer does all that a task asks: every part of it is looked for. */
import type { Job } from '../goal/job.ts'
import { keyOf } from '../goal/job-answer.ts'
import { wantedWork } from '../goal/wanted-work.ts'
import type { Rule } from '../rule.ts'
import type { Judgement } from '../skill.ts'
import { firstOf } from './skills.ts'

export const judgeGap: Rule = {
  name: 'judge-gap',
  purposes: ['gap'],
  decide({ text: task }, reading) {
    const answer = reading.material['answer'] ?? ''
    const { jobs } = wantedWork(task, reading)
    if (!jobs) return conversation(task, answer)
    const open = jobs.filter((job) => judgedIn(job, answer, jobs.length)?.isRight === false)
    const [first] = open
    if (!first) return { kind: 'gap', isComplete: true, gap: '', nextFocus: '' }
    const gap = open.map(({ text }) => `the answer to “${text}” is missing`).join('; ')
    return { kind: 'gap', isComplete: false, gap, nextFocus: openIn(partFor(first, answer, jobs.length)) ?? first.text }
  },
}

/** Small talk is complete as it is; what no rule can judge is left to what is said where none fits. */
function conversation(task: string, answer: string) {
  const judged = firstOf((skill) => skill.judge(task, answer))
  return judged?.isRight ? ({ kind: 'gap', isComplete: true, gap: '', nextFocus: '' } as const) : undefined
}

/** What rules say of the part of an answer that is for one part of the task. */
export function judgedIn(job: Job, answer: string, jobs: number, trace?: string): Judgement | undefined {
  return firstOf((skill) => skill.judge(job.text, partFor(job, answer, jobs), trace))
}

/** Of several answers, the one behind its question. */
function partFor({ text }: Job, answer: string, jobs: number): string {
  if (jobs === 1) return answer
  const line = answer.split('\n').find((each) => keyOf(each).startsWith(keyOf(text)))
  return line === undefined ? '' : line.slice(line.indexOf(text) < 0 ? 0 : text.length).trim()
}

/** What an answer says it did not find. */
function openIn(answer: string): string | undefined {
  return /nothing that answers “([^”]+)”/.exec(answer)?.[1]
}
