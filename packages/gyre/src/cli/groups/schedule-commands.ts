/** Commands for sessions that start by the clock. */
import type { Command } from '../command.ts'
import { startOptions } from './start-options.ts'

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
      'On PostgreSQL alone: one of the workers starts it when it is due, once a minute at most. What was missed while no worker was there is not made up for. The same name again changes it; each owner (--owner) has schedules of their own.',
    args: 'NAME "goal" | NAME -f FILE',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {
      cron: {
        type: 'string',
        value: 'CRON',
        description: 'When: minute hour day month weekday, such as "0 8 * * 1-5"',
      },
      tz: { type: 'string', value: 'ZONE', description: 'Whose clock: Europe/Berlin; UTC when left out' },
      ...startOptions,
      priority: { type: 'string', value: 'N', description: 'Higher is first, from -1000 to 1000; 0 when left out' },
    },
    examples: [
      'gyre schedule add sums --cron "0 8 * * 1-5" "What is 17 * 6 + 14?"',
      'gyre schedule add news --cron "0 8 * * *" --tz Europe/Rome -p helper "News?"',
      'gyre schedule add report --cron "0 6 * * 1" --priority 5 -l cot -f goal.md',
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
