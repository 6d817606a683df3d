/** The answer from what waves of calls gave. */
import type { Answer } from '../decision.ts'
import { type Commission, errandsOf } from '../errands/errands.ts'
import type { Reading } from '../reading/reading.ts'
import { type WaveResults, waveResults } from '../reading/wave-results.ts'
import type { Rule } from '../rule.ts'
import { placedRequest } from '../stays/placed-request.ts'
import { stayAnswer } from '../stays/stay-answer.ts'
import { readStayTalk } from '../stays/stay-talk.ts'

export const authorWaves: Rule = {
  name: 'author-waves',
  purposes: ['answer'],
  decide(_, reading) {
    const { material, questions } = reading
    const { task, today } = material
    if (task === undefined || today === undefined) return undefined
    const results = waveResults(material['results'])
    const commission = commissionOf(reading, task, today)
    if (results.size === 0) return material['open'] === undefined ? undefined : notAsked(commission)
    for (const errand of errandsOf(commission)) {
      const answer = errand.answer(results)
      if (answer) return { kind: 'answer', thought: 'The calls have given it.', ...answer }
    }
    return asFound(questions[0]?.text ?? task, results)
  },
}

/** Guidance that people gave is a question behind the task. */
function commissionOf({ material, questions, earlier }: Reading, task: string, today: string): Commission {
  const answers = [...(material['answers'] ?? '').matchAll(/^Answer: (.+)$/gm)].map(([, said = '']) => said)
  const guidance = questions.map(({ text }) => text).filter((text) => text !== task)
  return { earlier, task, today: today.slice(0, 10), said: [...answers, ...guidance.reverse()] }
}

/** Rooms were wanted, and nobody said when. */
function notAsked(commission: Commission): Answer | undefined {
  const request = readStayTalk(commission)
  if (!request) return undefined
  const results: WaveResults = new Map()
  const said = stayAnswer({ ...placedRequest(request, results), results, today: commission.today })
  return { kind: 'answer', thought: 'The dates are missing.', ...said }
}

/** Calls that a person planned: what they gave is all there is to say. */
function asFound(question: string, results: WaveResults): Answer {
  const said = [...results.values()].map(
    ({ id, status, text }) => `${id}: ${status === 'ok' ? text : `nothing usable (${text})`}`,
  )
  const text = ['I have no rule that makes an answer of these results, so here they are.', ...said].join('\n')
  return { kind: 'answer', thought: 'No rule fits.', text, findings: { isKnown: false, question, results: [] } }
}
