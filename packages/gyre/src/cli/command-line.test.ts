import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { commandGroups } from './commands.ts'
import { runGroup } from './groups/run.ts'

function command(name: string, args: string, most: number): Command {
  const load = () => Promise.reject(new Error('not loaded'))
  return { name, summary: '', args, arity: [most, most], options: {}, examples: [], load }
}

const [run] = runGroup.commands
const kind = { type: 'string', short: 'k', description: '' } as const
const loops = { type: 'string', short: 'l', isList: true, description: '' } as const
const others = [
  { ...command('loops', '', 0), aliases: ['loops list', 'loops ls'] },
  command('loops show', 'NAME', 1),
  { ...command('notes', '', 0), aliases: ['notes list'], options: { kind } },
  command('notes add', 'TEXT', 1),
  command('attach', 'ID', 1),
  command('chat', '', 0),
  command('ps', '', 0),
  command('show', 'ID', 1),
  command('set', 'KEY VALUE', 2),
  command('context add', 'ID "text"', 2),
  { ...command('measure', '', 0), options: { loops } },
]
const commands = run ? [run, ...others] : others

/** What was understood, in plain data. */
function read(...args: string[]) {
  const invocation = readCommandLine(args, commands)
  if (invocation.kind !== 'command') {
    return [invocation.kind, invocation.kind === 'help' ? (invocation.command?.name ?? invocation.family) : undefined]
  }
  return [invocation.command.name, ...invocation.args]
}

describe('the command line', () => {
  it('runs a goal, with or without the word for it', () => {
    expect(read('What is 2 + 2?')).toEqual(['run', 'What is 2 + 2?'])
    expect(read('run', 'What', 'is', '2 + 2?')).toEqual(['run', 'What', 'is', '2 + 2?'])
    expect(read('-l', 'cot', 'Why?')).toEqual(['run', 'Why?'])
    expect(read('loops', '--json')).toEqual(['loops'])
    expect(read('--data', 'here', 'loops')).toEqual(['loops'])
  })

  it('takes no value of an option for a second word', () => {
    expect(read('notes', '--kind', 'reasoning')).toEqual(['notes'])
    expect(read('notes', '-k', 'list')).toEqual(['notes'])
    expect(read('--data', 'here', 'notes', '--kind=add')).toEqual(['notes'])
    expect(read('notes', 'add', 'kind')).toEqual(['notes add', 'kind'])
    expect(() => read('notes', 'kind')).toThrow('`gyre notes kind` is no command.')
  })

  it('reads options before and after the command', () => {
    const invocation = readCommandLine(
      ['--json', 'run', '-l', 'cot', '--data', 'here', '--budget', 'a=1', '--budget', 'b=2', 'Why?'],
      commands,
    )
    const { options } = invocation
    expect([options.flag('json'), options.flag('quiet'), options.text('loop'), options.text('data')]).toEqual([
      true,
      false,
      'cot',
      'here',
    ])
    expect([options.texts('budget'), options.texts('set'), options.text('model')]).toEqual([
      ['a=1', 'b=2'],
      [],
      undefined,
    ])
  })

  it.each([
    [['--loops', 'cot,react'], 'cot,react'],
    [['-l', 'cot', '-l', 'react'], 'cot,react'],
    [['-l', 'cot,react', '--loops=direct', '-l', '-3'], 'cot,react,direct,-3'],
    [[], undefined],
  ])('adds up a list that is given in parts: %j', (args, list) => {
    expect(readCommandLine(['measure', ...args], commands).options.text('loops')).toBe(list)
  })

  it('finds commands of two words', () => {
    expect(read('context', 'add', 'ses_1', 'Mind the gap.')).toEqual(['context add', 'ses_1', 'Mind the gap.'])
    expect(read('context', '-q', 'add', 'ses_1', 'x')).toEqual(['context add', 'ses_1', 'x'])
  })

  it.each([
    [[], undefined],
    [['help'], undefined],
    [['--help'], undefined],
    [['--json'], undefined],
    [['help', 'attach'], 'attach'],
    [['help', 'context', 'add'], 'context add'],
    [['help', 'context'], 'context'],
    [['help', 'loops', 'ls'], 'loops'],
    [['attach', '--help'], 'attach'],
    [['-h', 'run', 'x'], 'run'],
  ])('shows help for %j', (args, command) => {
    expect(read(...args)).toEqual(['help', command])
  })

  it('tells the version', () => {
    expect(read('--version')).toEqual(['version', undefined])
  })

  it('finds a command by another name people try', () => {
    expect(read('loops', 'list')).toEqual(['loops'])
    expect(read('loops', 'ls', '--json')).toEqual(['loops'])
  })

  it('takes what begins like a number for no option', () => {
    expect(read('set', 'retries', '-3')).toEqual(['set', 'retries', '-3'])
    expect(read('set', '-.5', '--', '-x')).toEqual(['set', '-.5', '-x'])
    expect(read('-5 + 3')).toEqual(['run', '-5 + 3'])
    expect(readCommandLine(['run', '--budget', '-1', '-l', '-2', 'x'], commands).options.texts('budget')).toEqual([
      '-1',
    ])
    expect(readCommandLine(['run', '--budget', '-1', '-l', '-2', 'x'], commands).options.text('loop')).toBe('-2')
  })

  it('takes several words for a goal when the first is no command, nor nearly one', () => {
    expect(read('help', 'me', 'now')).toEqual(['run', 'help', 'me', 'now'])
    expect(read('help', 'me with this')).toEqual(['run', 'help', 'me with this'])
    expect(read('hello', 'there')).toEqual(['run', 'hello', 'there'])
    expect(read('what', 'is', '2 + 2?')).toEqual(['run', 'what', 'is', '2 + 2?'])
    expect(read('What', 'now?')).toEqual(['run', 'What', 'now?'])
    expect(read('how', 'come')).toEqual(['run', 'how', 'come'])
    expect(read('how', 'many', 'are', 'there')).toEqual(['run', 'how', 'many', 'are', 'there'])
    expect(read('Show', 'me', 'a', 'rope')).toEqual(['run', 'Show', 'me', 'a', 'rope'])
    expect(read('Attach', 'a', 'rope')).toEqual(['run', 'Attach', 'a', 'rope'])
    expect(read('context', 'of', 'a', 'word')).toEqual(['run', 'context', 'of', 'a', 'word'])
    expect(read('lops of a rope')).toEqual(['run', 'lops of a rope'])
    expect(read('lo ps')).toEqual(['run', 'lo ps'])
    expect(read('rnu x', 'last')).toEqual(['run', 'rnu x', 'last'])
  })

  it('takes one word that is near no command for a goal, and `-` for a goal that is piped', () => {
    expect(read('Hello')).toEqual(['run', 'Hello'])
    expect(read('Hi')).toEqual(['run', 'Hi'])
    expect(read('run', 'ls')).toEqual(['run', 'ls'])
    expect(read('pi', 'squared')).toEqual(['run', 'pi', 'squared'])
    expect(read('-')).toEqual(['run', '-'])
    expect(read('--', '-5 + 3')).toEqual(['run', '-5 + 3'])
    expect(read('--', 'loops')).toEqual(['run', 'loops'])
    expect(read('-f', 'goal.md')).toEqual(['run'])
  })

  it.each([
    [['lops'], 'There is no command `lops`. Did you mean `gyre loops`? To run it as a goal: gyre run "lops"'],
    [['ls'], 'There is no command `ls`. Did you mean `gyre ps`? To run it as a goal: gyre run "ls"'],
    [['atach', 'ses_1'], 'There is no command `atach`. Did you mean `gyre attach ses_1`?'],
    [['how'], 'Did you mean `gyre show`?'],
    [['how', 'last', 'of', 'all'], 'Did you mean `gyre show last of all`?'],
    [['Show', 'it'], 'Did you mean `gyre show it`?'],
    [['hlep'], 'Did you mean `gyre help`?'],
    [['rnu', 'x'], 'Did you mean `gyre run x`? To run it as a goal: gyre run "rnu x"'],
    [['rnu', 'What is 2 + 2?'], 'Did you mean `gyre run "What is 2 + 2?"`?'],
    [['rnu', 'what', 'is', 'it'], 'Did you mean `gyre run what is it`?'],
    [['rnu', 'what', 'is', 'it'.repeat(30)], 'Did you mean `gyre run …`? To run it as a goal: gyre run "…"'],
    [['shwo', 'last'], 'Did you mean `gyre show last`?'],
    [['Show', 'last', '--json'], 'Did you mean `gyre show last`?'],
    [['lopps', 'list', 'of', 'them'], 'Did you mean `gyre loops list of them`?'],
    [['Loops', 'show', 'me', 'them'], 'Did you mean `gyre loops show me them`?'],
    [
      ['lops', 'of', 'a', 'rope'],
      'Did you mean `gyre loops of a rope`? To run it as a goal: gyre run "lops of a rope"',
    ],
    [['contxt', 'add', 'ses_1', 'x'], 'Did you mean `gyre context add ses_1 x`?'],
    [['help', 'me'], 'There is no command `me`. `gyre help` lists them. To run it as a goal: gyre run "help me"'],
    [['help', 'contxt'], 'Did you mean `gyre help context`?'],
    [['help', 'loops', 'shw'], 'Did you mean `gyre help loops show`?'],
    [['context', 'last', 'x'], '`gyre context last` is no command. There is `context add`.'],
    [['set', 'retries'], '`gyre set`: VALUE is missing. Write: gyre set KEY VALUE'],
    [['set', '--data'], '`gyre set`: `--data` needs a value: --data DIR'],
    [['loops', '--json=yes'], '`gyre loops`: `--json` takes no value.'],
    [
      ['run', '-m', '--json', 'x'],
      '`gyre run`: `-m` needs a value, and `--json` looks like an option. If it is the value, write: -m--json',
    ],
    [['help', 'atach'], 'Did you mean `gyre help attach`?'],
    [['context'], '`gyre context` is no command. There is `context add`.'],
    [['context', 'ad', 'ses_1'], '`gyre context ad` is no command. Did you mean `gyre context add`?'],
    [['loops', 'react'], '`gyre loops react` is no command. There is `loops list`, `loops ls`, `loops show`.'],
    [['loops', 'shw', 'react'], '`gyre loops shw` is no command. Did you mean `gyre loops show`?'],
    [['attach'], '`gyre attach` needs ID.'],
    [['attach', 'a', 'b'], '`gyre attach` takes no `b`.'],
    [['run', '--jsn', 'x'], '`gyre run` has no option `--jsn`. Did you mean `--json`?'],
    [['--fast', 'x'], '`gyre run` has no option `--fast`.'],
    [['run', '-z', 'x'], '`gyre run` has no option `-z`.'],
    [['run', 'x', '--model'], '`gyre run`: `--model` needs a value: --model MODEL'],
    [['run', '-l', 'cot', 'x', '--loop=react'], '`gyre run`: `--loop` is given twice, and only one can hold.'],
    [['--data', 'a', 'ps', '--data', 'a'], '`gyre ps`: `--data` is given twice, and only one can hold.'],
  ])('refuses %j', (args, says) => {
    expect(() => read(...args)).toThrow(
      expect.objectContaining({ code: 'usage-invalid', message: expect.stringContaining(says) as string }),
    )
  })
})

describe('the commands', () => {
  const all = commandGroups.flatMap((group) => group.commands)

  it('have one name each, a summary and examples that call them', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const { name, summary, examples } of all) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) expect(example).toContain(`gyre ${name}`)
    }
  })

  it('take in parts whatever is shown as a list', () => {
    const options = all.flatMap((each) => Object.values(each.options))
    const lists = options.filter(({ value }) => value?.includes(','))
    expect(lists.length).toBeGreaterThan(0)
    expect(options.filter(({ isList }) => isList)).toEqual(lists)
  })

  it.each(all.map((each) => [each.name, each] as const))('`%s` can be loaded', async (_, each) => {
    expect(await each.load()).toBeTypeOf('function')
  })
})
