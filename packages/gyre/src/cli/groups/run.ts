/** Commands that run sessions. */
import type { CommandGroup } from '../command.ts'
import { scheduleCommands } from './schedule-commands.ts'
import { answerFileOption, startOptions } from './start-options.ts'

export const runGroup: CommandGroup = {
  name: 'Run',
  commands: [
    {
      name: 'run',
      summary: 'Run a loop on a goal',
      args: '"goal" | -f FILE | -',
      options: {
        ...startOptions,
        ...answerFileOption,
        queue: { type: 'boolean', description: 'Let a worker run it: prints its id, and does not wait for the answer' },
        priority: {
          type: 'string',
          value: 'N',
          description: 'With --queue: higher is first, from -1000 to 1000; 0 when left out',
        },
        'not-before': {
          type: 'string',
          value: 'TIME',
          description: 'With --queue: not before this time, or so long from now: 2026-11-17T08:00Z, 10m',
        },
      },
      examples: [
        'gyre run "What is 17 * 6 + 14?"',
        'gyre run -l cot --budget modelCalls=5 "What is 17 * 6 + 14?"',
        'gyre run --json -f goal.md',
        'gyre run --out answer.html "What is 17 * 6 + 14?"',
        'echo "What is 2 + 2?" | gyre run -',
        'gyre run --queue --not-before 2h "What is 17 * 6 + 14?"',
      ],
      load: async () => (await import('../commands/run.ts')).run,
    },
    {
      name: 'chat',
      summary: 'Talk: each line is a turn that knows the ones before it',
      args: '',
      arity: [0, 0],
      options: {
        loop: {
          type: 'string',
          short: 'l',
          value: 'LOOP',
          description: 'Let this loop answer; `direct` when left out',
        },
        persona: { type: 'string', short: 'p', value: 'PERSONA', description: 'Let this persona answer' },
        model: { type: 'string', short: 'm', value: 'MODEL', description: 'The model: provider/model, or a tier' },
        thread: { type: 'string', value: 'ID', description: 'Go on with this conversation' },
        continue: { type: 'boolean', description: 'Go on with the newest conversation' },
      },
      examples: ['gyre chat', 'gyre chat -p helper --continue', "printf 'What is 2 + 2?\\n' | gyre chat"],
      load: async () => (await import('../commands/chat.ts')).chat,
    },
    {
      name: 'resume',
      summary: 'Go on with a session that was interrupted or paused',
      args: '[ID]',
      arity: [0, 1],
      options: {},
      examples: ['gyre resume', 'gyre resume ses_0190a0b1-2c3d-7e4f-8a5b-6c7d8e9f0a1b'],
      load: async () => (await import('../commands/resume.ts')).resume,
    },
    ...scheduleCommands,
  ],
}
