/** Approval: whether a person is asked before a call. */
import { approvalQuestion, needsApproval } from '@gyre/core'
import type { Check, FrontCheck, InputCheck } from '../guard-path.ts'

/**
 * Nobody is asked about a call that may never be made, or with arguments that cannot run. Both are looked at again in
 * their place: what a person has edited must fit, too.
 */
export function approvalCheck(rights: Check, fit: InputCheck): FrontCheck {
  return (call, facts) => {
    const tool = facts.tools.get(call.tool)
    if (!tool || !needsApproval(tool, facts.approved)) return undefined
    const refused = rights.look(tool, facts)
    if (refused) return refused
    const clearance = fit(tool, call.input)
    if (clearance.kind === 'refuse') return clearance
    return { kind: 'ask', tool, question: approvalQuestion(tool, call.input) }
  }
}
