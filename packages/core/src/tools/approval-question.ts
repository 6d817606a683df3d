/** Whether a person is asked about a call, and in which words. */
import type { Json } from '../json.ts'
import type { Tool } from './tool.ts'

const longestShown = 2_000

/** `approved` are the tools a person has said yes to in this session. */
export function needsApproval({ approval, name }: Tool, approved: ReadonlySet<string>): boolean {
  if (approval === 'never') return false
  return approval !== 'first-use' || !approved.has(name)
}

/** Who says yes knows what to. The whole of long arguments is with the question's data. */
export function approvalQuestion({ approval, name }: Tool, input: Json): string {
  const json = JSON.stringify(input)
  const shown = json.length > longestShown ? `${json.slice(0, longestShown)}…` : json
  const asked = `Run \`${name}\` with ${shown}?`
  return approval === 'first-use' ? `${asked} A yes holds for its later calls in this session, too.` : asked
}
