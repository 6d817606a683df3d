/** The input of a tool for one step of `reason`. */
import type { Decision, PlannedCall, Reading } from '@gyre/models/demo'
import { callOf, readEnquiry } from '../tasks/enquiry.ts'
import type { Play } from './play.ts'
import { courseIn, hasProperties } from './seen.ts'
import { judgedSteps } from './tool-step-results.ts'
import { callSlip, spoiltAt } from './use-tools.ts'

export const prepareInput: Play = {
  name: 'prepare-input',
  takes: 'thought',
  decide(reading) {
    const call = hasProperties(reading, 'input', 'working_memory') ? wantedCall(reading) : undefined
    return call && prepared(call)
  },
  err(decision, reading, odds) {
    const call = wantedCall(reading)
    // The gate of a step was chosen with the plan.
    const chance = call && call.tool !== 'try_gate' ? callSlip(call, reading, odds) : 0
    return call && odds.happens('call', chance) ? prepared(spoiltAt(call, 0, odds)) : decision
  },
}

function prepared({ input }: PlannedCall): Decision {
  return { kind: 'value', thought: '', value: { input } }
}

function wantedCall(reading: Reading): PlannedCall | undefined {
  const { step = '', tool = '' } = reading.material
  const course = courseIn(reading)
  if (!course) return undefined
  const { values, ids } = judgedSteps(course, reading)
  const found = new Map([...ids].map(([part, id]) => [id, values[part]]))
  const question = step.replace(/the result of step (\S+?)(?=[?\s])/g, (whole, id: string) => found.get(id) ?? whole)
  const enquiry = readEnquiry(question)
  return enquiry && callOf(enquiry, (name) => tool.startsWith(`${name}:`))
}
