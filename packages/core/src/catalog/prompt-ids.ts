/** Other names of prompts: those that the settings of `reason` have for them. */
const names: ReadonlyMap<string, string> = new Map([
  ['prompts.reasoning.planning', 'reason.plan'],
  ['prompts.reasoning.execution', 'reason.prepare'],
  ['prompts.reasoning.evaluation', 'reason.evaluate'],
  ['prompts.reasoning.decision', 'reason.decide'],
])

/** The id under which a prompt is listed and kept. */
export function promptId(name: string): string {
  return names.get(name) ?? name
}
