import { describe, expect, it } from 'vitest'
import { findMarker, markerValue, stripFences, stripThinking } from './reply-text.ts'

describe('stripThinking', () => {
  it.each([
    ['removes a block', '<think>hm</think>Yes.', 'Yes.'],
    [
      'removes blocks of every name and case',
      '<Think>a</Think><THINKING>b</THINKING><reasoning>c</reasoning>Yes.',
      'Yes.',
    ],
    ['removes a block in the middle', 'Well <think>hm</think>yes.', 'Well yes.'],
    ['removes an unclosed block at the start', '<think>hm, and then', ''],
    ['removes an unclosed block that begins a later line', 'Yes.\n<think>hm', 'Yes.'],
    ['removes a lone closing tag with all before it', 'hm, so\n</think>\nYes.', 'Yes.'],
    ['removes nested blocks', '<think>a<think>b</think>c</think>Yes.', 'Yes.'],
    ['ends a block at a tag of another name', '<think>a</thinking>Yes.', 'Yes.'],
    ['ends a block although a quote is open in it', '<think>he said "a</think>Yes.', 'Yes.'],
    ['keeps a text without tags', ' Yes. ', ' Yes. '],
    ['keeps an unclosed tag in the middle of a line', 'Use the <think> tag.', 'Use the <think> tag.'],
    ['keeps tags in backticks', 'Write `</think>` last.', 'Write `</think>` last.'],
    [
      'keeps tags in a string of JSON',
      '{"a": "x <think>y</think> \\" </think> z"}',
      '{"a": "x <think>y</think> \\" </think> z"}',
    ],
    ['keeps other tags', '<thinker>a</thinker>', '<thinker>a</thinker>'],
  ])('%s', (_, text, expected) => {
    expect(stripThinking(text)).toBe(expected)
  })
})

describe('stripFences', () => {
  it.each([
    ['takes off a fence', '```\na\n```', 'a'],
    ['takes off a fence with any tag', '```json5 \na\n```', 'a'],
    ['takes off a fence of tildes', '~~~js\na\n~~~', 'a'],
    ['takes off an unclosed fence', '```json\n{"a": 1', '{"a": 1'],
    ['takes off a fence on one line', '```json {"a": 1}```', '{"a": 1}'],
    ['takes off a fence whose end is glued to the text', '```json\n{"a": 1}```', '{"a": 1}'],
    ['takes off only the outer fence', '````\n```js\na\n```\n````', '```js\na\n```'],
    ['keeps an inner fence with a tag', '```md\na\n```js\nb\n```\nc\n```', 'a\n```js\nb\n```\nc'],
    ['keeps two fences', '```\na\n```\n```\nb\n```', '```\na\n```\n```\nb\n```'],
    ['keeps a fence with text around it', 'See:\n```\na\n```', 'See:\n```\na\n```'],
    ['keeps a text without fences', 'a', 'a'],
    ['takes the tag of an empty fence for its content', '```a```', 'a'],
  ])('%s', (_, text, expected) => {
    expect(stripFences(text)).toBe(expected)
  })
})

describe('findMarker', () => {
  function valueIn(text: string, names: readonly string[] = ['FINAL_ANSWER']): string | undefined {
    const marker = findMarker(text, names)
    return marker && markerValue(text, marker)
  }

  it.each([
    'FINAL_ANSWER: 42',
    'Final Answer: 42',
    'final-answer: 42',
    'FinalAnswer: 42',
    'Final_Answer : 42',
    'FINAL_ANSWER 42',
    '**Final Answer:** 42',
    '**Final Answer**: 42',
    '**Final Answer: 42**',
    '__Final Answer__: 42',
    '_Final Answer:_ 42',
    '### FINAL ANSWER - 42',
    '## Final Answer\n\n42',
    '  FINAL_ANSWER： 42',
    'Well.\nFINAL_ANSWER: 42',
    'Well.\r\nFinal answer — 42',
  ])('finds the value in %j', (text) => {
    expect(valueIn(text)).toBe('42')
  })

  it.each([
    'UNFINAL_ANSWER: 42',
    'FINAL_ANSWERS: 42',
    'My final answer: 42',
    'Final answer follows: 42',
    'FINAL 42',
    '',
  ])('finds nothing in %j', (text) => {
    expect(valueIn(text)).toBeUndefined()
  })

  it('takes whole words only', () => {
    expect(findMarker('UNVERIFIED: no', ['VERIFIED'])).toBeUndefined()
    expect(findMarker('VERIFIED_BY: me', ['VERIFIED'])).toBeUndefined()
    expect(findMarker('**VERIFIED**', ['VERIFIED'])).toMatchObject({ name: 'VERIFIED', start: 0 })
    expect(findMarker('VERIFIED. All claims hold.', ['VERIFIED'])).toMatchObject({ separator: '.' })
  })

  it('tells which of several markers comes first, and where', () => {
    const text = 'Well.\n**Gap:** none\nStatus: COMPLETE'
    expect(findMarker(text, ['STATUS', 'GAP'])).toMatchObject({ name: 'GAP', start: 6, valueStart: 14 })
    expect(findMarker(text, ['STATUS', 'GAP'], 7)).toMatchObject({ name: 'STATUS', start: 20 })
  })

  it('finds nothing when asked for nothing', () => {
    expect(findMarker('a: b', [])).toBeUndefined()
    expect(findMarker('a: b', ['::'])).toBeUndefined()
  })

  it('prefers the longer of two names', () => {
    expect(findMarker('Tool Input: x', ['TOOL', 'TOOL INPUT'])).toMatchObject({ name: 'TOOL INPUT' })
  })

  it('keeps the emphasis of the value itself', () => {
    expect(valueIn('Final answer: **42**')).toBe('**42**')
    expect(valueIn('**Final answer:** **42**')).toBe('**42**')
  })
})
