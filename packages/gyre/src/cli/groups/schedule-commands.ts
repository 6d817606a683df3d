/** Commands for sessions that start by the clock. */
import type { Command } from '../command.ts'

export const scheduleCommands: readonly Command[] = [
  {
    name: 'schedule',
    aliases: ['schedule list', 'schedule ls', 'schedules'],
    summary: 'What is started by the clock',
    args: '',
    arity: [0, 0],
    options: {},
    examples: ['gyre schedule', 'gyre schedule --json'],
    load: async () => (await import('../commands/schedule.ts')).listSchedules,
  },
  {
    name: 'schedule add',
    aliases: ['schedule set'],
    summary: 'Start a session by the clock, again and again',
    remark:
      'On PostgreSQL alone: one of the workers starts it when it is due, once a minute at most. What was missed while no worker was there is not made up for. The same name again changes it.',
    args: 'NAME "goal"',
    arity: [2, Number.POSITIVE_INFINITY],
    options: {
      cron: {
        type: 'string',
        value: 'CRON',
        description: 'When: minute hour day month weekday, such as "0 8 * * 1-5"',
      },
      tz: { type: 'string', value: 'ZONE', description: 'Whose clock: Europe/Berlin; UTC when left out' },
      loop: { type: 'string', short: 'l', value: 'LOOP', description: 'The loop; `gyre loops` lists them' },
      persona: { type: 'string', short: 'p', value: 'PERSONA', description: 'Run as this persona' },
    },
    examples: [
      'gyre schedule add sums --cron "0 8 * * 1-5" "What is 17 * 6 + 14?"',
      'gyre schedule add news --cron "0 8 * * *" --tz Europe/Rome -p helper "News?"',
    ],
    load: async () => (await import('../commands/schedule.ts')).addSchedule,
  },
  {
    name: 'schedule remove',
    aliases: ['schedule rm'],
    summary: 'Start it no more',
    args: 'NAME',
    arity: [1, 1],
    options: {},
    examples: ['gyre schedule remove news'],
    load: async () => (await import('../commands/schedule.ts')).removeSchedule,
  },
]
