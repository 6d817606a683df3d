/** The last look at an answer: confirmed, or written anew from the results where it is wrong. */
import { taskFindings } from '../goal/finding.ts'
import { answerTo } from '../goal/job-answer.ts'
import { wantedWork } from '../goal/wanted-work.ts'
import type { Reading } from '../reading/reading.ts'
import { establishedFacts, taskResults } from '../reading/task-results.ts'
import type { Rule } from '../rule.ts'
import { writtenAnswers } from './author-summary.ts'
import { judgedIn } from './judge-gap.ts'

export const judgeCritic: Rule = {
  name: 'judge-critic',
  purposes: ['answer'],
  decide({ text: question }, reading) {
    const { material, form, labels } = reading
    const { task, answer, results, facts, verdict, step } = material
    const isShown = task !== undefined && answer !== undefined && (results !== undefined || facts !== undefined)
    if (!isShown || verdict !== undefined || step !== undefined || form.kind !== 'plain') return undefined
    const corrected = correctionOf(question, answer, reading)
    const findings = { isKnown: true, question, results: [] }
    // Where no word for it is taught, the answer itself says that it stays.
    const text = corrected ?? (labels.confirms ? 'CONFIRMED' : answer)
    return { kind: 'answer', thought: 'I hold it against the results.', text, findings }
  },
}

/** The answer that the results give, when this one is wrong and they give one. */
function correctionOf(task: string, answer: string, reading: Reading): string | undefined {
  const { results, facts } = reading.material
  const { jobs } = wantedWork(task, reading)
  if (!jobs) return undefined
  const trace = [results, facts].join('\n')
  const isWrong = jobs.some(
    (job) => judgedIn(job, answer, jobs.length, job.kind === 'fact' ? trace : undefined)?.isRight === false,
  )
  const findings = taskFindings([...establishedFacts(facts), ...taskResults(results)])
  const answers = jobs.map((job) => answerTo(job, findings))
  return isWrong && answers.every(({ isKnown }) => isKnown) ? writtenAnswers(jobs, answers) : undefined
}
