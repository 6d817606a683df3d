import { describe, expect, it } from 'vitest'
import {
  type ExpectedCall,
  type ExpectedReply,
  type MalformedReply,
  malformedReplies,
  malformedReplyTools,
} from '../../../../test/fixtures/malformed-replies/load.ts'
import { answerAfter } from './final-answer.ts'
import type { Parsed } from './grammar.ts'
import { parseJsonText } from './json-text.ts'
import { reactGrammar } from './react-grammar.ts'

const replies = malformedReplies()
const protocolLine = /^[ \t]*(?:Thoughts?|Action|Action Input|Observations?)[ \t]*[:：]/im

function withExpected(what: 'react' | 'json'): readonly MalformedReply[] {
  return replies.filter((reply) => reply.expect[what])
}

function expectation({ kind, fault, calls, ...exact }: ExpectedReply): object {
  const parts = fault === undefined ? {} : { fault: expect.stringContaining(fault) }
  return { kind, ...exact, ...parts, ...(calls && { calls: calls.map(expectedCall) }) }
}

function expectedCall({ fault, ...exact }: ExpectedCall): object {
  return fault === undefined ? exact : { ...exact, fault: expect.stringContaining(fault) }
}

function shownOf(parsed: Parsed): string {
  if (parsed.kind === 'answer') return parsed.text
  return parsed.kind === 'calls' ? parsed.thought : parsed.salvage
}

describe('malformed replies', () => {
  it('are many, with ids of their own', () => {
    expect(replies.length).toBeGreaterThanOrEqual(220)
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(replies.length)
  })

  it.each(withExpected('react'))(
    '$id reads as expected by the ReAct grammar',
    { timeout: 30_000 },
    ({ text, expect: expected }) => {
      const parsed = reactGrammar.parse(text, malformedReplyTools)
      expect(parsed).toMatchObject(expectation(expected.react ?? { kind: 'fault' }))
      if (parsed.kind === 'calls' && expected.react?.calls)
        expect(parsed.calls).toHaveLength(expected.react.calls.length)
    },
  )

  it.each(withExpected('json'))('$id reads as expected as JSON', { timeout: 30_000 }, ({ text, expect: expected }) => {
    const { fault, value, ...exact } = expected.json ?? { ok: false }
    const parsed = parseJsonText(text)
    expect(parsed).toMatchObject(fault === undefined ? exact : { ...exact, fault: expect.stringContaining(fault) })
    if (parsed.ok && value !== undefined) expect(parsed.value).toEqual(value)
  })

  it.each(replies)(
    '$id shows nobody the protocol, pollutes nothing and is never read as nothing',
    { timeout: 30_000 },
    ({ text }) => {
      const parsed = reactGrammar.parse(text, malformedReplyTools)
      expect(protocolLine.exec(shownOf(parsed))).toBeNull()
      if (parsed.kind === 'answer') expect(parsed.text.trim()).not.toBe('')
      if (parsed.kind === 'calls') expect(parsed.calls.some((call) => call.fault === undefined)).toBe(true)
      if (parsed.kind === 'fault') expect(parsed.fault).not.toBe('')
      expect(typeof answerAfter(text).answer).toBe('string')
      expect({}).not.toHaveProperty('polluted')
    },
  )
})
