/** Approval: whether a person is asked before a call. */
import type { Tool } from '@gyre/core'
import type { FrontCheck, InputCheck } from './guard-path.ts'

const longestShown = 2_000

/** Nobody is asked about arguments that cannot run; those a person has edited are looked at again later. */
export function approvalCheck(fit: InputCheck): FrontCheck {
  return (call, { tools, approved }) => {
    const tool = tools.get(call.tool)
    if (!tool || !needsApproval(tool, approved)) return undefined
    const clearance = fit(tool, call.input)
    if (clearance.kind === 'refuse') return clearance
    return { kind: 'ask', tool, question: `Run \`${tool.name}\` with ${shown(JSON.stringify(call.input))}?` }
  }
}

function needsApproval({ approval, name }: Tool, approved: ReadonlySet<string>): boolean {
  if (approval === 'never') return false
  return approval !== 'first-use' || !approved.has(name)
}

/** The whole of them is with the question's data. */
function shown(json: string): string {
  return json.length > longestShown ? `${json.slice(0, longestShown)}…` : json
}
