import { assistant, type Message, material, system, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { waveResults } from './wave-results.ts'
import { readWaveTalk } from './wave-talk.ts'

const schema = '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}'
const tools = `- day.find: Finds a day.\n  arguments: ${schema}\n  required: name`
const begin = user(material({ task: 'Find a day.', today: '2026-01-01, Thursday', tools }))
const shown = (id: string, said: string, text: string) =>
  `Call \`${id}\` of day.find ${said}:\n<untrusted from="day.find">\n${text}\n</untrusted>`
const plan = assistant('{"status":"continue","tools":[{"id":"a","tool":"day.find","args":{"name":"x"}}]}')

const talk = (...messages: readonly Message[]) => readWaveTalk([system('Plan.'), begin, ...messages])

describe('the talk about waves', () => {
  it('has the task, the day, the tools, and all results', () => {
    const results = `${shown('a', 'gave', 'Friday.')}\n\n${shown('b', 'failed', 'No.')}`
    const later = user(material({ results: shown('c', 'gave nothing (not made again: …)', 'None.') }))
    const read = talk(plan, user(`${material({ results })}\n\nZwib 3 frell.`), plan, later)
    expect(read).toMatchObject({ task: 'Find a day.', today: '2026-01-01', pending: new Set(), isAtOnce: false })
    expect(read?.tools).toEqual([{ name: 'day.find', description: 'Finds a day.', input: JSON.parse(schema) }])
    expect([...(read?.results.values() ?? [])].map(({ id, status, text }) => [id, status, text])).toEqual([
      ['a', 'ok', 'Friday.'],
      ['b', 'failed', 'No.'],
      ['c', 'empty', 'None.'],
    ])
  })

  it('has what was asked before', () => {
    const messages = [system('Plan.'), user('A day.'), assistant('Friday.'), user('[CONTEXT] Be brief.'), begin]
    expect(readWaveTalk(messages)?.earlier).toEqual(['A day.'])
    expect(talk()?.earlier).toEqual([])
  })

  it('has what people said, and nothing else', () => {
    const said = talk(
      plan,
      user(`${material({ answer: 'next weekend' })}\n\nGo on.`),
      user('[USER GUIDANCE] for 3 adults'),
    )
    expect(said?.said).toEqual(['next weekend', 'for 3 adults'])
  })

  it('knows calls that are being made; a plan that was refused makes none', () => {
    expect(talk(plan, user('They run:\n- `a`: day.find(name: "x")\nGuess.'))?.pending).toEqual(new Set(['a']))
    expect(talk(plan, user('call `a`: there is no tool `day.find`'))?.pending).toEqual(new Set())
  })

  it.each([
    ['Refer with {"$ref": "id"}. Say continue or done.', false],
    ['Refer with {"$ref": "id"}. Say done.', true],
    ['Zwib frell.', false],
  ])('knows whether there is one plan only: `%s`', (taught, isAtOnce) => {
    expect(readWaveTalk([system(taught), begin])?.isAtOnce).toBe(isAtOnce)
  })

  it('is none without a task and tools', () => {
    expect(readWaveTalk([user('Hello'), user(material({ task: 'x' }))])).toBeUndefined()
  })
})

describe('results of waves', () => {
  it('are told from their arguments and from the ids they were planned with', () => {
    const text = shown('a-2', 'gave', 'Arguments: {"name":"x"}\nFriday.\nSaturday.').replace(
      'day.find gave',
      'day.find, planned as `a`, an id that was taken, gave',
    )
    expect([...waveResults(text).values()]).toEqual([
      { id: 'a-2', tool: 'day.find', status: 'ok', text: 'Friday.\nSaturday.', args: { name: 'x' } },
    ])
  })

  it('are none where no call is shown', () => {
    expect(waveResults('Step 1: x\n<untrusted from="step 1">\n1\n</untrusted>').size).toBe(0)
  })
})
