/** Sessions for tests, folded from facts that are written out. */
import type { Fact } from '@gyre/core'
import { factEvent } from '../../../core/src/kernel/events.ts'
import { SessionLog } from '../../src/session/session-log.ts'

export function logOfFacts(facts: readonly Fact[]): SessionLog {
  const log = new SessionLog('ses_test')
  for (const fact of facts) log.apply(factEvent('ses_test', fact))
  return log
}

export type StepFact = Pick<Fact, 'path' | 'kind' | 'request' | 'result' | 'data' | 'type'>

/** A session of these steps, each of which took 100 ms and began when the one before had ended. */
export function sessionOf(steps: readonly Partial<StepFact>[]): SessionLog {
  const created: Fact = {
    seq: 1,
    at: 1000,
    type: 'session.created',
    data: { loop: 'react', task: { goal: 'Why?', messages: [], files: [] }, budget: {} },
  }
  const facts = steps.map((step, at): Fact => {
    const { data = {}, ...rest } = step
    const when = { seq: at + 2, at: 1100 + at * 100 }
    return { ...when, type: 'step.finished', kind: 'generate', ...rest, data: { ms: 100, ...(data as object) } }
  })
  return logOfFacts([created, ...facts])
}
