import { describe, expect, it } from 'vitest'
import type { ShownTool } from '../../api/tools.ts'
import { limitLines, shownTools } from './tool-filter.ts'

const tool = (name: string, more: Partial<ShownTool> = {}): ShownTool => ({
  name,
  description: `Does ${name}.`,
  from: 'toolbox test',
  effect: 'pure',
  approval: 'never',
  permissions: [],
  denied: [],
  input: {},
  limits: {},
  breaker: { state: 'closed', failures: 0, since: null, until: null },
  ...more,
})

const tools = [
  tool('web.search', { permissions: ['net'] }),
  tool('web.fetch', { breaker: { state: 'open', failures: 3, since: null, until: null } }),
  tool('shell.exec', { effect: 'once', approval: 'always', denied: ['shell'] }),
]

const namesOf = (...asked: [string, Parameters<typeof shownTools>[2]]) =>
  shownTools(tools, ...asked).map(({ name }) => name)

describe('the tools that are shown', () => {
  it.each([
    ['', ['web.search', 'web.fetch', 'shell.exec']],
    ['WEB  does', ['web.search', 'web.fetch']],
    ['net', ['web.search']],
    ['nothing', []],
  ])('have all the words of %j', (words, expected) => {
    expect(namesOf(words, 'all')).toEqual(expected)
  })

  it('are of one standing', () => {
    expect(namesOf('', 'tripped')).toEqual(['web.fetch'])
    expect(namesOf('', 'denied')).toEqual(['shell.exec'])
    expect(namesOf('', 'asks')).toEqual(['shell.exec'])
    expect(namesOf('web', 'effects')).toEqual([])
  })
})

describe('limits', () => {
  it('are told in words', () => {
    expect(limitLines({ timeoutMs: 30_000, concurrency: 4, outputChars: 32_000, perMinute: 7, odd: [1] })).toEqual([
      '30 s a call',
      '4 at once',
      '32k characters',
      '7 a minute',
      'odd: [1]',
    ])
  })
})
