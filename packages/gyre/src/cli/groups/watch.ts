/** Commands that look at sessions. */
import type { CommandGroup } from '../command.ts'
import { answerFileOption } from './start-options.ts'

export const watchGroup: CommandGroup = {
  name: 'Watch',
  commands: [
    {
      name: 'ps',
      summary: 'Sessions that are under way, and with --all those that have ended',
      args: '',
      arity: [0, 0],
      options: {
        all: { type: 'boolean', description: 'Those that have ended, too' },
        status: { type: 'string', value: 'STATUS', description: 'Only these: running, waiting, paused, failed …' },
        thread: { type: 'string', value: 'ID', description: 'Only those of this conversation' },
        persona: { type: 'string', short: 'p', value: 'PERSONA', description: 'Only those of this persona' },
        limit: { type: 'string', short: 'n', value: 'N', description: 'At most so many; 50 when left out' },
      },
      examples: ['gyre ps', 'gyre ps --all', 'gyre ps --status waiting --json'],
      load: async () => (await import('../commands/ps.ts')).ps,
    },
    {
      name: 'show',
      summary: 'What a session did, what it waits for and how it ended',
      args: 'ID',
      arity: [1, 1],
      options: {
        steps: { type: 'boolean', description: 'Every step, not only the last ones' },
        prompt: { type: 'string', value: 'PATH', description: 'The exact prompt of a step' },
        raw: { type: 'boolean', description: 'Results whole, as they came; with --prompt the messages as JSON' },
        ...answerFileOption,
      },
      examples: [
        'gyre show last',
        'gyre show ses_0190a0b1-2c3d --steps',
        "gyre show last --prompt 'think#2'",
        'gyre show last --out report.html',
      ],
      load: async () => (await import('../commands/show.ts')).show,
    },
    {
      name: 'events',
      summary: 'The facts of a session, and with --follow what happens until it ends',
      args: 'ID',
      arity: [1, 1],
      options: {
        json: { type: 'boolean', description: 'JSON lines on stdout, one for each event' },
        follow: { type: 'boolean', short: 'f', description: 'Stay until the session has ended' },
        after: { type: 'string', value: 'SEQ', description: 'Only what comes after this fact' },
      },
      examples: ['gyre events last', 'gyre events last --follow --after 12 --json'],
      load: async () => (await import('../commands/events.ts')).events,
    },
    {
      name: 'inbox',
      summary: 'Everything that waits for you, with the command that settles it',
      args: '',
      arity: [0, 0],
      options: {},
      examples: ['gyre inbox', 'gyre inbox --json'],
      load: async () => (await import('../commands/inbox.ts')).inbox,
    },
    {
      name: 'attach',
      summary: 'Watch a session that runs here or in another process, and steer it by keys',
      args: 'ID',
      arity: [1, 1],
      options: {},
      examples: ['gyre attach ses_0190a0b1-2c3d-7e4f-8a5b-6c7d8e9f0a1b'],
      load: async () => (await import('../commands/attach.ts')).attach,
    },
  ],
}
