/** Commands that try a session otherwise, or again. */
import type { CommandGroup, OptionTable } from '../command.ts'
import { budgetOption, configOption, variantOptions } from './start-options.ts'

const at: OptionTable = {
  at: {
    type: 'string',
    value: 'STEP',
    description: 'The last step to keep: its path or number in `gyre show ID --steps`',
  },
}

const stepRemark =
  '`gyre show ID --steps` lists the steps, each with its number and its path: either is a STEP. The numbers that stand before the steps of `gyre run` only count them.'

export const exploreGroup: CommandGroup = {
  name: 'Explore',
  commands: [
    {
      name: 'fork',
      summary: 'Go on from a step of a session as a new one; the old stays as it is',
      remark: stepRemark,
      args: 'ID --at STEP',
      arity: [1, 1],
      options: {
        ...at,
        steer: { type: 'string', value: 'TEXT', description: 'Guidance for the first request after it' },
        model: { type: 'string', short: 'm', value: 'MODEL', description: 'Another model' },
        persona: { type: 'string', short: 'p', value: 'PERSONA', description: 'Another persona of the same loop' },
        ...configOption,
        ...budgetOption,
        'allow-once': { type: 'boolean', description: 'Tools that must not be repeated run without asking' },
      },
      examples: [
        'gyre fork last --at \'think#2\' --steer "Use the other source"',
        'gyre fork last --at 7 -m openai/gpt-5',
      ],
      load: async () => (await import('../commands/fork.ts')).fork,
    },
    {
      name: 'replay',
      summary: 'Run a session again from its journal, offline, and say what differs',
      args: 'ID',
      arity: [1, 1],
      options: {
        'as-test': { type: 'boolean', description: 'Write a vitest file and its cassette instead' },
        out: { type: 'string', short: 'o', value: 'DIR', description: 'With --as-test: where to write them' },
        config: {
          type: 'string',
          value: 'FILE',
          description: 'With --as-test: the module with your loops; the config file when left out',
        },
        strict: { type: 'boolean', description: 'A prompt that changed since it was recorded is an error' },
      },
      examples: ['gyre replay last', 'gyre replay last --as-test --out test'],
      load: async () => (await import('../commands/replay.ts')).replay,
    },
    {
      name: 'what-if',
      summary: 'Go on from a step with other models, prompts or loops, side by side',
      remark: stepRemark,
      args: 'ID --at STEP',
      arity: [1, 1],
      options: {
        ...at,
        models: {
          type: 'string',
          short: 'm',
          isList: true,
          value: 'A,B',
          description: 'A fork with each of these models',
        },
        loops: {
          type: 'string',
          short: 'l',
          isList: true,
          value: 'A,B',
          description: 'Each begins anew, told what was observed',
        },
        prompt: {
          type: 'string',
          multiple: true,
          value: 'ID=@FILE',
          description: 'A fork with this prompt in other words; may be repeated',
        },
      },
      examples: [
        "gyre what-if last --at 'act#1[0]' --loops cot,direct",
        'gyre what-if last --at 7 --prompt react.system=@system.txt',
      ],
      load: async () => (await import('../commands/what-if.ts')).whatIf,
    },
    {
      name: 'compare',
      summary: 'One goal, done by several loops or personas, side by side',
      args: '"goal"',
      arity: [1, Number.POSITIVE_INFINITY],
      options: {
        ...variantOptions,
        ...budgetOption,
      },
      examples: ['gyre compare "What is 17 * 6 + 14?" --loops direct,cot,react'],
      load: async () => (await import('../commands/compare.ts')).compare,
    },
  ],
}
