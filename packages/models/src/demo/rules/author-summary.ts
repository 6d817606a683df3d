/** The answer to a task from what its steps gave, part by part, with what each part rests on. */
import { type Finding, memoryFindings, stepFindings, taskFindings } from '../goal/finding.ts'
import type { Job } from '../goal/job.ts'
import { answerTo, type JobAnswer } from '../goal/job-answer.ts'
import { wantedWork } from '../goal/wanted-work.ts'
import type { Reading } from '../reading/reading.ts'
import { establishedFacts, taskResults } from '../reading/task-results.ts'
import { doneSteps } from '../reading/tool-steps.ts'
import { memoryText } from '../reading/working-memory.ts'
import type { Rule } from '../rule.ts'

export const authorSummary: Rule = {
  name: 'author-summary',
  purposes: ['answer'],
  decide({ text: question }, reading, { introduction }) {
    const { material, form } = reading
    const { task, step, answer } = material
    const isSummary = question === task && step === undefined && answer === undefined && form.kind === 'plain'
    const found = isSummary ? findingsIn(reading) : undefined
    const jobs = found && wantedWork(question, reading).jobs
    if (!found || !jobs) return undefined
    const answers = jobs.map((job) => answerTo(job, found))
    const isKnown = answers.every((each) => each.isKnown)
    // Whoever could do nothing at all says what it can do.
    if (!answers.some((each) => each.isKnown) && material['results']?.includes(introduction)) return undefined
    const text = writtenAnswers(jobs, answers)
    return { kind: 'answer', thought: 'What was found says it.', text, findings: { isKnown, question, results: [] } }
  },
}

/** Undefined where nothing was planned. */
function findingsIn({ material }: Reading): readonly Finding[] | undefined {
  const { results, facts, memory } = material
  const steps = doneSteps(results)
  const tasks = [...establishedFacts(facts), ...taskResults(results)]
  const remembered = memoryFindings(memoryText(memory))
  if (steps.length + tasks.length + remembered.length === 0) return undefined
  return [...remembered, ...taskFindings(tasks), ...stepFindings(steps)]
}

/** One answer alone; several each behind its question. */
export function writtenAnswers(jobs: readonly Job[], answers: readonly JobAnswer[]): string {
  return answers
    .map(({ text, cites, open }, index) => {
      const cited = cites.length === 0 ? text : `${text} ${cites.join('')}`
      if (answers.length === 1) return cited
      const question = jobs[index]?.text ?? ''
      return `${question} ${open === question ? 'I found nothing that answers it.' : cited}`
    })
    .join('\n')
}
