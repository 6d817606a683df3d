/** What a task asks to have done. */
import type { Answer } from '../decision.ts'
import type { WaveResults } from '../reading/wave-results.ts'
import { readStayTalk, type StayTalk } from '../stays/stay-talk.ts'
import { speaksOfStay } from '../stays/stay-words.ts'
import { type Errand, type NextCalls, nothingNext, type Scene } from './errand.ts'
import { factErrand } from './fact-errand.ts'
import { houseErrand } from './house-errand.ts'
import { measureErrand } from './measure-errand.ts'
import { stayErrand } from './stay-errand.ts'
import { sumErrand } from './sum-errand.ts'

export type Commission = StayTalk

/** What the task may be, the likeliest first. */
export function errandsOf(commission: Commission): readonly Errand[] {
  const { task, said, today } = commission
  const whole = [task, ...said].map((text) => text.trim().replace(/[.?!]+$/, '')).join('. ')
  const stay = readStayTalk(commission)
  const rooms = stay && [houseErrand(whole, stay), stayErrand(stay, today)].filter((errand) => errand !== undefined)
  const plain = measureErrand(task) ?? sumErrand(task) ?? factErrand(task) ?? severalErrands(task)
  const all = [...(rooms ?? []), ...(plain ? [plain] : [])]
  // `When is Hanukkah?` asks for no room, whatever tools there are.
  return measureErrand(task) && !speaksOfStay(whole) ? all.reverse() : all
}

/** The calls of the first errand that has something to do; none when nothing is left. */
export function nextCalls(commission: Commission, scene: Scene): NextCalls {
  for (const errand of errandsOf(commission)) {
    const next = errand.next(scene)
    const isBegun = scene.pending.size > 0 || errand.answer(scene.results) !== undefined
    if (next.calls.length > 0 || next.missing !== undefined || isBegun) return next
  }
  return nothingNext
}

/** Questions one after the other that have nothing to do with each other: all of them can be done at once. */
function severalErrands(task: string): Errand | undefined {
  const questions = task.split(/(?<=[?.!])\s+/)
  if (questions.length < 2 || questions.length > mostQuestions) return undefined
  const errands = questions.map(
    (each, index) => measureErrand(each) ?? sumErrand(each, `sum-${index + 1}`) ?? factErrand(each),
  )
  // What is not understood may change what the rest means.
  return errands.every((errand) => errand !== undefined) ? together(errands) : undefined
}

const mostQuestions = 6

function together(errands: readonly Errand[]): Errand {
  return {
    next: (scene) => joined(errands, scene),
    answer: (results) => joinedAnswer(errands, results),
  }
}

function joined(errands: readonly Errand[], scene: Scene): NextCalls {
  const parts = errands.map((errand) => errand.next(scene))
  return { calls: parts.flatMap(({ calls }) => calls), aims: parts.flatMap(({ aims }) => aims) }
}

function joinedAnswer(errands: readonly Errand[], results: WaveResults): Pick<Answer, 'text' | 'findings'> | undefined {
  const answers = errands.map((errand) => errand.answer(results)).filter((answer) => answer !== undefined)
  if (answers.length < errands.length) return undefined
  const findings = {
    isKnown: answers.every((answer) => answer.findings.isKnown),
    question: answers.map((answer) => answer.findings.question).join(' '),
    results: answers.flatMap((answer) => answer.findings.results),
  }
  return { text: answers.map(({ text }) => text).join('\n'), findings }
}
