import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSlashCommand, saidText, slashHelp } from './slash-command.ts'

describe('lines with a slash', () => {
  it('are commands with or without a value', () => {
    expect(readSlashCommand('/help')).toEqual({ name: 'help', value: '' })
    expect(readSlashCommand('  /model  openai/gpt-5 ')).toEqual({ name: 'model', value: 'openai/gpt-5' })
  })

  it('need a name where there is something to choose', () => {
    expect(() => readSlashCommand('/persona')).toThrow('Write: /persona NAME')
  })

  it('are something to say when they begin with two, or with a path', () => {
    expect([readSlashCommand('//help'), saidText('//help')]).toEqual([undefined, '/help'])
    expect(readSlashCommand('/etc/hosts is what?')).toBeUndefined()
  })

  it('say what was meant', () => {
    expect(() => readSlashCommand('/hlep')).toThrow('There is no `/hlep`. Did you mean `/help`?')
    expect(() => readSlashCommand('/xyzzy')).toThrow('There is no `/xyzzy`. `/help` lists them;')
  })
})

it('any other line is said as it is, without the spaces around it', () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      fc.pre(!line.trim().startsWith('/'))
      expect(readSlashCommand(line)).toBeUndefined()
      expect(saidText(line)).toBe(line.trim())
    }),
  )
})

it('help has a line for each command', () => {
  expect(slashHelp().map((line) => line.trim().split(' ')[0])).toEqual([
    '/help',
    '/persona',
    '/loop',
    '/model',
    '/tools',
    '/show',
    '/resume',
    '/quit',
    'While',
  ])
})
