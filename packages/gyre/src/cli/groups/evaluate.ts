/** Commands that measure how well loops and models do. */
import type { CommandGroup } from '../command.ts'
import { budgetOption, variantOptions } from './start-options.ts'

export const evaluateGroup: CommandGroup = {
  name: 'Evaluate',
  commands: [
    {
      name: 'eval',
      summary: 'Run a data set by several loops, personas and models, and score the answers',
      args: 'FILE',
      arity: [1, 1],
      options: {
        ...variantOptions,
        scorer: {
          type: 'string',
          value: 'NAME',
          description: 'For tasks that name none: exact, numeric, regex, contains or judge; exact when left out',
        },
        judge: { type: 'string', value: 'MODEL', description: 'The model that judges; the first one when left out' },
        context: {
          type: 'string',
          value: 'none|given',
          description: 'Whether tasks are given the passages of their file; given when left out',
        },
        only: { type: 'string', isList: true, value: 'ID,ID', description: 'Only these tasks' },
        limit: { type: 'string', short: 'n', value: 'N', description: 'Only the first N tasks' },
        repeat: { type: 'string', value: 'N', description: 'Each task so often in each arm; once when left out' },
        concurrency: { type: 'string', value: 'N', description: 'Sessions at once; 4 when left out' },
        ...budgetOption,
        fresh: { type: 'boolean', description: 'Begin anew instead of going on with what there is' },
        since: { type: 'string', value: 'TIME', description: 'Go on with sessions begun since then alone' },
        'min-accuracy': {
          type: 'string',
          value: 'SHARE',
          description: 'Exit with 1 when an arm is below, such as 0.8',
        },
        out: {
          type: 'string',
          short: 'o',
          value: 'DIR',
          description: 'Write the report, the results and a plot there',
        },
        jsonl: { type: 'boolean', description: 'One line of JSON for each session on stdout' },
      },
      examples: [
        'gyre eval examples/tasks.jsonl --loops direct,cot,react',
        'gyre eval gaia/metadata.jsonl -l react -m openai/gpt-5 -n 20 --out report',
        'gyre eval tasks.jsonl -p careful --scorer judge --min-accuracy 0.8',
      ],
      load: async () => (await import('../commands/eval.ts')).evaluate,
    },
    {
      name: 'lab',
      summary: 'Hold every loop against what arithmetic says it must reach',
      args: '',
      arity: [0, 0],
      options: {
        loops: {
          type: 'string',
          short: 'l',
          isList: true,
          value: 'A,B',
          description: 'Only what is claimed of these; also `format` and `self-consistency`, which are no loops',
        },
        tasks: {
          type: 'string',
          short: 'n',
          value: 'N',
          description: 'Tasks for each arm; 2000 when left out, 24 webs with --web',
        },
        seed: { type: 'string', value: 'N', description: 'Another run of chance; 1 when left out' },
        beyond: { type: 'boolean', description: 'What goes beyond the papers instead of the plain loops' },
        web: { type: 'boolean', description: 'What is claimed of research, over synthetic webs' },
        out: { type: 'string', short: 'o', value: 'DIR', description: 'Write lab.json, lab.svg and lab.html there' },
      },
      examples: ['gyre lab', 'gyre lab --loops cot,react --tasks 500', 'gyre lab --out report', 'gyre lab --web'],
      load: async () => (await import('../commands/lab.ts')).lab,
    },
    {
      name: 'lab capacity',
      summary: 'Simulate what so many sessions a day need of workers and PostgreSQL',
      remark: 'A model made of measured costs, not a load test: docs/scale.md says what it leaves out.',
      args: '',
      arity: [0, 0],
      options: {
        sessions: { type: 'string', value: 'N', description: 'Sessions a day; from 10 000 to 2 million when left out' },
        workers: { type: 'string', value: 'N', description: 'Worker processes; as many as are needed when left out' },
        concurrency: { type: 'string', value: 'N', description: 'Sessions at once in each; 100 when left out' },
        shards: { type: 'string', value: 'N', description: 'Databases that share the sessions; 1 when left out' },
        minutes: { type: 'string', value: 'N', description: 'How much of the busiest time; 60 when left out' },
        seed: { type: 'string', value: 'N', description: 'Another run of chance; 1 when left out' },
      },
      examples: ['gyre lab capacity', 'gyre lab capacity --sessions 5000000 --shards 4 --minutes 10'],
      load: async () => (await import('../commands/lab-capacity.ts')).labCapacity,
    },
  ],
}
