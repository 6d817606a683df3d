/** Commands that do something to a session, in whichever process it runs. */
import type { Command, CommandGroup, OptionTable } from '../command.ts'

/** What everything that is sent can be told. */
const sending: OptionTable = {
  wait: { type: 'string', value: 'SECONDS', description: 'How long to wait until it is applied; 2 when left out' },
  key: { type: 'string', value: 'KEY', description: 'Sent twice with the same key it counts once' },
}

const replacing: OptionTable = {
  replace: { type: 'string', value: 'ITV', description: 'Put it in the place of one that is queued' },
}

const question: OptionTable = {
  question: { type: 'string', value: 'PATH', description: 'Which question, where several are open' },
}

const input: OptionTable = {
  input: { type: 'string', value: 'JSON|@FILE', description: 'The arguments of the call' },
}

type Intervene = typeof import('../commands/intervene.ts')

const loadOne = (name: Exclude<keyof Intervene, 'send'>) => async () => (await import('../commands/intervene.ts'))[name]

/** One that needs nothing but a session. */
function plain(name: 'pause' | 'step' | 'finish' | 'abort', summary: string): Command {
  const examples = [`gyre ${name} last`]
  return { name, summary, args: 'ID', arity: [1, 1], options: sending, examples, load: loadOne(name) }
}

const anyWords = Number.POSITIVE_INFINITY

export const steerGroup: CommandGroup = {
  name: 'Steer',
  commands: [
    plain('pause', 'Let the step in flight finish, then stop'),
    plain('step', 'One more step, then pause'),
    {
      name: 'steer',
      summary: 'Give guidance for the next request',
      remark:
        'It goes to the author or the planner, once. Where a loop runs inside another, its next request has it, and the outer loop does not see it afterwards. What every later request is to have, whoever makes it: gyre context add.',
      args: 'ID "text"',
      arity: [2, anyWords],
      options: {
        branch: { type: 'string', value: 'PATH', description: 'For one branch; for all when left out' },
        ...sending,
        ...replacing,
      },
      examples: ['gyre steer last "Look at the prices of this year"'],
      load: loadOne('steer'),
    },
    {
      name: 'override',
      summary: 'Put a tool call or a result in the place of the next step',
      args: 'ID --tool NAME | --result JSON',
      arity: [1, 1],
      options: {
        tool: { type: 'string', value: 'NAME', description: 'The model is not asked; this tool is called' },
        ...input,
        result: {
          type: 'string',
          value: 'JSON|@FILE',
          description: 'What the step returns; a text may stand as it is',
        },
        path: { type: 'string', value: 'PATH', description: 'With --result: which step, the next when left out' },
        ...sending,
        ...replacing,
      },
      examples: [
        'gyre override last --tool web.search --input \'{"query": "prices 2026"}\'',
        "gyre override last --result @reply.json --path 'think#3'",
      ],
      load: loadOne('override'),
    },
    {
      name: 'context add',
      summary: 'Add a text or a file to every later request',
      args: 'ID "text" | @FILE',
      arity: [2, anyWords],
      options: { ...sending, ...replacing },
      examples: ['gyre context add last "The budget is 500 EUR"', 'gyre context add last @notes.md'],
      load: loadOne('contextAdd'),
    },
    {
      name: 'plan edit',
      summary: 'Print the steps not yet run, or replace them',
      args: 'ID [@FILE]',
      arity: [1, 2],
      options: {
        editor: { type: 'boolean', description: 'Edit them in $EDITOR' },
        ...sending,
        ...replacing,
      },
      examples: ['gyre plan edit last > plan.json', 'gyre plan edit last @plan.json', 'gyre plan edit last --editor'],
      load: async () => (await import('../commands/plan-edit.ts')).planEdit,
    },
    {
      name: 'answer',
      summary: 'Answer what a session asks',
      args: 'ID "text"',
      arity: [2, anyWords],
      options: { ...question, ...sending, ...replacing },
      examples: ['gyre answer last "The blue one"', "gyre answer last 2 --question 'ask#1'"],
      load: loadOne('answer'),
    },
    {
      name: 'approve',
      summary: 'Let a tool run, with other arguments perhaps, or agree to a plan',
      args: 'ID',
      arity: [1, 1],
      options: { ...input, ...question, ...sending, ...replacing },
      examples: ['gyre approve last', 'gyre approve last --input \'{"amount": 5}\''],
      load: loadOne('approve'),
    },
    {
      name: 'reject',
      summary: 'Do not let a tool run, or refuse a plan',
      args: 'ID ["reason"]',
      arity: [1, anyWords],
      options: { ...question, ...sending, ...replacing },
      examples: ['gyre reject last "Too expensive"'],
      load: loadOne('reject'),
    },
    plain('finish', 'Wrap up now with what there is'),
    plain('abort', 'Cancel what is in flight and end'),
    {
      name: 'withdraw',
      summary: 'Take back what was sent and is still queued',
      args: 'ID ITV',
      arity: [2, 2],
      options: {},
      examples: ['gyre withdraw last itv_0190a0b1', 'gyre withdraw last last'],
      load: async () => (await import('../commands/withdraw.ts')).withdraw,
    },
  ],
}
