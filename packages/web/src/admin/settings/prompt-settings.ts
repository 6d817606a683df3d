/** Keys of settings that stand for prompts: they are kept with the other prompts, in versions. */
import type { Prompt } from '../../api/prompts.ts'

type PromptSetting = { readonly key: string; readonly prompt: string; readonly description: string }

export const promptSettings: readonly PromptSetting[] = [
  { key: 'prompts.reasoning.planning', prompt: 'reason.plan', description: 'How `reason` is asked for a plan.' },
  {
    key: 'prompts.reasoning.execution',
    prompt: 'reason.prepare',
    description: 'How `reason` is asked for the input of a tool.',
  },
  {
    key: 'prompts.reasoning.evaluation',
    prompt: 'reason.evaluate',
    description: 'How `reason` is asked to judge what a step gave.',
  },
  { key: 'prompts.reasoning.decision', prompt: 'reason.decide', description: 'How `reason` is asked how to go on.' },
]

/** Which text is in use: `default`, or `version 3`. */
export function textInUse({ isDefault, version }: Pick<Prompt, 'isDefault' | 'version'>): string {
  return isDefault || version === null ? 'default' : `version ${version}`
}
