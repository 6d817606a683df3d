/** The answer from what waves of calls gave. */
import type { Answer } from '../decision.ts'
import { type Commission, errandsOf } from '../errands/errands.ts'
import type { Reading } from '../reading/reading.ts'
import { type WaveResults, waveResults } from '../reading/wave-results.ts'
import type { Rule } from '../rule.ts'
import { readStayRequest } from '../stays/stay-request.ts'

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
function commissionOf({ material, questions }: Reading, task: string, today: string): Commission {
  const answers = [...(material['answers'] ?? '').matchAll(/^Answer: (.+)$/gm)].map(([, said = '']) => said)
  const guidance = questions.map(({ text }) => text).filter((text) => text !== task)
  return { task, today: today.slice(0, 10), said: [...answers, ...guidance.reverse()] }
}

/** Rooms were wanted, and nobody said when. */
function notAsked({ task, said, today }: Commission): Answer | undefined {
  const request = readStayRequest([task, ...said].join('. '), today)
  if (!request || request.stays.length > 0) return undefined
  const text =
    'I cannot look for free rooms without the dates of the stay. Ask again with them: `January 17-19`, `next weekend` or a holiday.'
  return {
    kind: 'answer',
    thought: 'The dates are missing.',
    text,
    findings: { isKnown: false, question: task, results: [] },
  }
}

/** Calls that a person planned: what they gave is all there is to say. */
function asFound(question: string, results: WaveResults): Answer {
  const said = [...results.values()].map(
    ({ id, status, text }) => `${id}: ${status === 'ok' ? text : `nothing usable (${text})`}`,
  )
  const text = ['I have no rule that makes an answer of these results, so here they are.', ...said].join('\n')
  return { kind: 'answer', thought: 'No rule fits.', text, findings: { isKnown: false, question, results: [] } }
}
