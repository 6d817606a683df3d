/** Commands for what sessions are made of. */
import type { CommandGroup } from '../command.ts'
import { personaCommands } from './persona-commands.ts'
import { promptCommands } from './prompt-commands.ts'
import { settingCommands } from './setting-commands.ts'

export const catalogGroup: CommandGroup = {
  name: 'Catalog',
  commands: [
    {
      name: 'loops',
      aliases: ['loops list', 'loops ls'],
      summary: 'The loops there are, or all of one',
      args: '[NAME]',
      arity: [0, 1],
      options: {
        all: { type: 'boolean', description: 'Those that are switched off, too' },
        table: { type: 'boolean', description: 'A line for each, to compare them' },
      },
      examples: ['gyre loops', 'gyre loops react', 'gyre loops --table', 'gyre loops --json'],
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
