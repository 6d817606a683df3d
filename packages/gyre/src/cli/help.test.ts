import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { commandGroups } from './commands.ts'
import { commandHelp, familyHelp, generalHelp } from './help.ts'

const steer: Command = {
  name: 'steer',
  summary: 'Say something to a session',
  args: 'ID "text"',
  options: { branch: { type: 'string', short: 'b', value: 'PATH', description: 'Only this branch' } },
  examples: ['gyre steer ses_1 "Be brief."'],
  load: () => Promise.reject(new Error('not loaded')),
}

describe('help', () => {
  it('shows examples first, then usage and options', () => {
    expect(
      commandHelp(steer, [steer]).split('\nOptions of every command')[0],
    ).toBe(`gyre steer: Say something to a session.

Examples
  gyre steer ses_1 "Be brief."

Usage
  gyre steer ID "text" [options]

Options
  -b, --branch PATH  Only this branch
`)
  })

  it('says below the summary what a person should know besides', () => {
    const remark = 'It is heard once.'
    expect(commandHelp({ ...steer, remark }, [steer])).toContain(
      'gyre steer: Say something to a session.\n\nIt is heard once.\n\nExamples\n',
    )
  })

  it('lists the commands by group', () => {
    const list: Command = { ...steer, name: 'context list', args: '', summary: 'What was added' }
    expect(generalHelp([{ name: 'Steer', commands: [steer, list] }])).toContain(
      'Steer\n  steer ID "text"  Say something to a session\n  context list     What was added\n',
    )
  })

  it('lists the commands that begin with a word', () => {
    const add: Command = { ...steer, name: 'context add', summary: 'Add a text', examples: ['gyre context add last x'] }
    expect(familyHelp('context', [steer, add, { ...add, name: 'context secret', isHidden: true }])).toBe(`Commands
  context add ID "text"  Add a text

Examples
  gyre context add last x

Their options: gyre help context add`)
  })

  it('tells of an option that means something else there once', () => {
    const events: Command = { ...steer, options: { json: { type: 'boolean', description: 'JSON lines' } } }
    expect(commandHelp(events, [events]).match(/--json .*/g)).toEqual(['--json  JSON lines'])
  })

  it('tells of a family with its head, and lists it in the help of that', () => {
    const head: Command = { ...steer, name: 'personas', args: '', summary: 'The personas there are', options: {} }
    const words = ['show', 'save', 'edit'].map((word): Command => ({ ...head, name: `personas ${word}`, args: 'NAME' }))
    const commands = [head, ...words, { ...head, name: 'personas secret', isHidden: true }]
    expect(generalHelp([{ name: 'Catalog', commands }])).toContain(
      'Catalog\n  personas  The personas there are\n            show, save, edit\n\n',
    )
    expect(commandHelp(head, commands)).toContain(
      'Commands\n  personas show NAME  The personas there are\n  personas save NAME  The personas there are\n',
    )
    expect(commandHelp(head, commands)).not.toContain('secret')
    const listed = { ...head, aliases: ['personas list', 'personas ls'] }
    expect(generalHelp([{ name: 'Catalog', commands: [listed, ...words] }])).toContain(' list, show, save, edit\n')
  })

  it('takes 80 columns', () => {
    const wordy = { ...steer, summary: 'word '.repeat(30).trim() }
    const all = [
      { ...steer, name: 'say' },
      { ...wordy, name: 'say more' },
    ]
    const texts = [generalHelp([{ name: 'Steer', commands: [wordy] }]), commandHelp(all[0] as Command, all)]
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 80)).toEqual([])
  })

  it('takes 80 columns for every command there is', () => {
    const commands = commandGroups.flatMap((group) => group.commands)
    const lines = commands.flatMap((command) => commandHelp(command, commands).split('\n'))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })
})
