import { describe, expect, it } from 'vitest'
import type { InboxItem } from '../api/lists.ts'
import { argumentsOf, headline, keyOf, plain, quickChoices, signOf } from './inbox-words.ts'

type Asked = NonNullable<InboxItem['question']>

const still = (kind: string, reason: string | null = null) => ({ kind, reason, question: null })
const asked = (question: Partial<Asked>) => {
  const whole: Asked = { path: 'ask#1', kind: 'question', question: 'Which one?', ...question }
  return { kind: whole.kind, reason: null, question: whole }
}

describe('what waits', () => {
  it('is told by its question', () => {
    expect(headline(asked({}))).toBe('Which one?')
  })

  it('names the tool that is to be allowed, and shows its arguments apart', () => {
    const item = asked({
      kind: 'approval',
      question: 'Allow `pay` with {"amount":3}?',
      data: { tool: 'pay', input: { amount: 3 } },
    })
    expect(headline(item)).toBe('Run pay?')
    expect(argumentsOf(item)).toBe('{"amount":3}')
  })

  it('asks for more of what is spent, in words', () => {
    const spent = (resource: string) => headline(asked({ kind: 'budget', data: { resource } }))
    expect(spent('modelCalls')).toBe('No model calls are left. Grant more?')
    expect(spent('costUsd')).toBe('No US dollars are left. Grant more?')
    expect(spent('tool:web.fetch')).toBe('No calls of web.fetch are left. Grant more?')
  })

  it('has names without marks where there is one script alone', () => {
    expect(plain('`pay` was begun when the process died.')).toBe('pay was begun when the process died.')
  })

  it('shows no more arguments than a line has room for', () => {
    const item = asked({ kind: 'approval', data: { tool: 'write', input: 'x'.repeat(500) } })
    expect(argumentsOf(item)).toHaveLength(161)
    expect(argumentsOf(asked({}))).toBeUndefined()
  })

  it.each([
    [still('paused'), 'Paused'],
    [still('paused', 'lunch'), 'Paused: lunch'],
    [still('break-point', 'before files.write'), 'Stopped at a break-point: before files.write'],
    [still('break-point'), 'Stopped at a break-point'],
    [still('interrupted'), 'Interrupted: its process is gone. Every step until then is recorded.'],
    [still('interrupted', 'It is too much.'), 'Set aside: It is too much.'],
    [still('queued'), 'Nobody runs it'],
  ])('is told in one line: %j', (item, says) => {
    expect(headline(item)).toBe(says)
  })

  it('has buttons for few and short choices alone', () => {
    expect(quickChoices(asked({ kind: 'uncertain', choices: ['retry', 'treat as done', 'fail'] }))).toHaveLength(3)
    expect(quickChoices(asked({ choices: ['a'.repeat(25)] }))).toBeUndefined()
    expect(quickChoices(asked({ choices: ['1', '2', '3', '4', '5'] }))).toBeUndefined()
    expect(quickChoices(asked({}))).toBeUndefined()
    expect(quickChoices(asked({ kind: 'approval', choices: ['approve', 'reject'] }))).toBeUndefined()
  })

  it('has a sign for kinds nobody knows yet', () => {
    expect(signOf({ kind: 'uncertain' })).toEqual({ icon: 'alert', tone: 'bad' })
    expect(signOf({ kind: 'new' })).toEqual({ icon: 'ask', tone: 'wait' })
  })

  it('is told apart by its session, kind and path', () => {
    expect(keyOf({ session: 'ses_1', kind: 'question', path: 'ask#1' })).toBe('ses_1 question ask#1')
    expect(keyOf({ session: 'ses_1', kind: 'paused', path: null })).toBe('ses_1 paused ')
  })
})
