import { describe, expect, it } from 'vitest'
import { personasWith } from './personas-with.ts'

const personas = [
  { name: 'chat' },
  { name: 'hotel', tools: ['calendar.*', 'pms.*'] },
  { name: 'reader', tools: ['*.read', 'w*b.f*h'] },
  { name: 'none', tools: [] },
]

describe('the personas that may call a tool', () => {
  it.each([
    ['web.search', 'toolbox web', ['chat']],
    ['web.fetch', 'toolbox web', ['chat', 'reader']],
    ['calendar.now', 'toolbox calendar', ['chat', 'hotel']],
    ['knowledge.read', 'toolbox knowledge', ['chat', 'reader']],
  ])('%s of the %s are %j', (name, from, expected) => {
    expect(personasWith({ name, from }, personas)).toEqual(expected)
  })

  it('name it, where sessions must', () => {
    const from = 'toolbox pms, for sessions that name pms.*'
    expect(personasWith({ name: 'pms.get_rates', from }, personas)).toEqual(['hotel'])
  })
})
