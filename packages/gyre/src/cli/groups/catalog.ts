/** Commands for what sessions are made of. */
import type { CommandGroup, OptionTable } from '../command.ts'
import { personaCommands } from './persona-commands.ts'
import { promptCommands } from './prompt-commands.ts'
import { settingCommands } from './setting-commands.ts'

const loopListOptions: OptionTable = {
  all: { type: 'boolean', description: 'Those that are switched off, too' },
  table: { type: 'boolean', description: 'A line for each, to compare them' },
}

export const catalogGroup: CommandGroup = {
  name: 'Catalog',
  commands: [
    {
      name: 'loops',
      summary: 'The loops there are, or all of one',
      remark: '`gyre loops NAME` is short for `gyre loops show NAME`. The options are for the list alone.',
      args: '[NAME]',
      arity: [0, 1],
      options: loopListOptions,
      examples: ['gyre loops', 'gyre loops react', 'gyre loops --table', 'gyre loops --json'],
      load: async () => (await import('../commands/loops.ts')).loops,
    },
    {
      name: 'loops list',
      aliases: ['loops ls'],
      summary: 'The loops there are',
      remark: '`gyre loops show NAME` tells all of one.',
      args: '',
      arity: [0, 0],
      options: loopListOptions,
      examples: ['gyre loops list', 'gyre loops list --table'],
      load: async () => (await import('../commands/loops.ts')).loops,
    },
    {
      name: 'loops show',
      summary: 'What a loop is for, what it costs, and its settings',
      args: 'NAME',
      arity: [1, 1],
      options: {},
      examples: ['gyre loops show react', 'gyre loops show react --json'],
      load: async () => (await import('../commands/loops.ts')).showLoop,
    },
    ...personaCommands,
    ...promptCommands,
    ...settingCommands,
    {
      name: 'completion',
      summary: 'A script that lets a shell complete what you type',
      args: 'bash|zsh|fish',
      arity: [1, 1],
      options: {},
      examples: [
        'source <(gyre completion bash)',
        'gyre completion zsh > "$HOME/.zfunc/_gyre"',
        'gyre completion fish > ~/.config/fish/completions/gyre.fish',
      ],
      load: async () => (await import('../commands/completion.ts')).completion,
    },
    {
      name: 'completion values',
      isHidden: true,
      summary: 'The names a completion script offers',
      args: 'loops|personas|prompts|settings|sessions|tools|servers',
      arity: [1, 1],
      options: {},
      examples: ['gyre completion values loops'],
      load: async () => (await import('../commands/completion-values.ts')).completionValues,
    },
  ],
}
