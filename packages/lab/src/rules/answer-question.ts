/** One question alone, from memory: a follow-up that no tool answers. */
import { unknown } from '../tasks/course.ts'
import { readEnquiry } from '../tasks/enquiry.ts'
import { answered, type Play } from './play.ts'
import { slipChance } from './working-out.ts'

export const answerQuestion: Play = {
  name: 'answer-question',
  decide({ purpose, material: { question } }) {
    if (purpose !== 'answer' || question === undefined) return undefined
    return answered(readEnquiry(question)?.value ?? unknown)
  },
  err(decision, { material: { question = '' } }, odds) {
    const enquiry = readEnquiry(question)
    const isStep = enquiry?.kind === 'sum' || enquiry?.kind === 'slot'
    if (!enquiry || !odds.happens('slip', slipChance(isStep ? 'step' : 'memory', odds))) return decision
    return answered(enquiry.wrong(odds.share('value'), odds.competence.wrongAnswers))
  },
}
