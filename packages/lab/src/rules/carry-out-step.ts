/** One step of a plan: looked up where there is a tool, else worked out; or found to lead nowhere. */
import type { Decision, Reading } from '@gyre/models/demo'
import { unknown } from '../tasks/course.ts'
import { callOf, type Enquiry, readEnquiry } from '../tasks/enquiry.ts'
import { isWalledUp } from '../world/vault.ts'
import { answered, type Play } from './play.ts'
import { courseIn } from './seen.ts'
import { filledIn } from './step-results.ts'
import { callSlip, spoiltAt } from './use-tools.ts'
import { slipChance } from './working-out.ts'

export const carryOutStep: Play = {
  name: 'carry-out-step',
  decide(reading) {
    const { purpose, material, tools } = reading
    if (purpose !== 'answer' || material['step'] === undefined) return undefined
    const enquiry = enquiryIn(reading)
    const said = (text: string) => saidOfStep(text, reading)
    if (!enquiry) return said(unknown)
    const { last, value } = found(enquiry, reading)
    if (value !== undefined) return said(value)
    if (last !== undefined && isWalledUp(last)) return said(`REPLAN: ${last}`)
    const call = callOf(enquiry, (tool) => tools.some(({ name }) => name === tool))
    if (call) return { kind: 'calls', thought: 'I look it up.', calls: [call] }
    return said(last === undefined ? enquiry.value : unknown)
  },
  err(decision, reading, odds): Decision {
    const enquiry = enquiryIn(reading)
    if (!enquiry) return decision
    const wrong = () => saidOfStep(enquiry.wrong(odds.share('value'), odds.competence.wrongAnswers), reading)
    if (decision.kind === 'calls') return spoiltCalls(decision, reading, odds)
    const { last, value } = found(enquiry, reading)
    // A wall that is not noticed: something is made up.
    if (last !== undefined)
      return value === undefined && !odds.happens('notice', odds.competence.delta) ? wrong() : decision
    return odds.happens('slip', slipChance(courseIn(reading)?.errs ?? 'step', odds)) ? wrong() : decision
  },
}

/** Who is to say how sure they are is neither sure nor unsure: what was not noticed to be wrong looks right. */
function saidOfStep(text: string, { labels, form }: Reading): Decision {
  if (!labels.signs || form.kind === 'react') return answered(text)
  return { kind: 'raw', text: `${text}\n\nCONFIDENCE: medium\nGAPS: none\nREFERRAL: none` }
}

/** The gate of a step was chosen with the plan. */
const spoiltCalls: (...args: Parameters<NonNullable<Play['err']>>) => Decision = (decision, reading, odds) => {
  if (decision.kind !== 'calls') return decision
  const calls = decision.calls.map((call, index) => {
    const chance = call.tool === 'try_gate' ? 0 : callSlip(call, reading, odds)
    return odds.happens(`call ${index}`, chance) ? spoiltAt(call, index, odds) : call
  })
  return { ...decision, calls }
}

function enquiryIn(reading: Reading): Enquiry | undefined {
  return readEnquiry(filledIn(reading.material['step'] ?? '', reading))
}

/** The newest result, and what it says. */
function found(enquiry: Enquiry, { batches }: Reading) {
  const last = batches.flat().findLast(({ observation }) => observation !== undefined)?.observation
  return { last: last?.text, value: last && !last.isError ? enquiry.read(last.text) : undefined }
}
