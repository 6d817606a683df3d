/** The judges of `experts`: whether an answer has a gap, and the last who may correct it. */
import type { Decision, Reading } from '@gyre/models/demo'
import type { Course } from '../tasks/course.ts'
import { accepts } from './judge.ts'
import type { Play } from './play.ts'
import { courseIn } from './seen.ts'
import { workedOut } from './working-out.ts'

const others: readonly string[] = ['verdict', 'score', 'confidence', 'thought', 'claims', 'route']

/** An answer is shown, and nothing that asks for something else. */
function judgedCourse(reading: Reading): Course | undefined {
  const { material, schema, purpose } = reading
  const isJudged = material['answer'] !== undefined && material['verdict'] === undefined && schema === undefined
  return isJudged && !others.includes(purpose) ? courseIn(reading) : undefined
}

function isRight(course: Course, { material: { answer = '' } }: Reading): boolean {
  return course.isRight(answer)
}

export const judgeGap: Play = {
  name: 'judge-gap',
  takes: 'verdict',
  decide(reading) {
    const course = reading.material['results'] === undefined ? judgedCourse(reading) : undefined
    return course && report(isRight(course, reading))
  },
  err(decision, reading, odds) {
    const course = judgedCourse(reading)
    return course ? report(accepts(isRight(course, reading), odds, 'accept')) : decision
  },
}

function report(isComplete: boolean): Decision {
  const [status, gap] = isComplete ? ['COMPLETE', 'none'] : ['NEEDS_MORE_INFO', 'The answer does not hold.']
  return { kind: 'raw', text: `COMPLETION_STATUS: ${status}\nGAP: ${gap}\nNEXT_FOCUS: none` }
}

/** What is doubted is put right as often as it can be, or spoilt. */
export const correctAnswer: Play = {
  name: 'correct-answer',
  takes: 'verdict',
  decide(reading) {
    const course = reading.material['results'] === undefined ? undefined : judgedCourse(reading)
    return (
      course && { kind: 'raw', text: isRight(course, reading) ? 'CONFIRMED' : course.answer(workedOut(course, [])) }
    )
  },
  err(decision, reading, odds) {
    const course = judgedCourse(reading)
    if (!course || accepts(isRight(course, reading), odds, 'accept')) return { kind: 'raw', text: 'CONFIRMED' }
    const { fix, spoil, wrongAnswers } = odds.competence
    if (!isRight(course, reading)) return odds.happens('fix', fix) ? decision : { kind: 'raw', text: 'CONFIRMED' }
    if (!odds.happens('spoil', spoil)) return { kind: 'raw', text: 'CONFIRMED' }
    const slips = { errs: () => true, share: () => odds.share('spoilt'), wrongAnswers }
    return { kind: 'raw', text: course.answer(workedOut(course, [], slips)) }
  },
}
