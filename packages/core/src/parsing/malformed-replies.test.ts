import { describe, expect, it } from 'vitest'
import {
  type ExpectedCall,
  type ExpectedReply,
  malformedReplies,
  malformedReplyTools,
} from '../../../../test/fixtures/malformed-replies/load.ts'
import { answerAfter } from './final-answer.ts'
import type { Parsed } from './grammar.ts'
import { parseJsonText } from './json-text.ts'
import { reactGrammar } from './react-grammar.ts'

const replies = malformedReplies()
const protocolLine = /^[ \t]*(?:Thoughts?|Action|Action Input|Observations?)[ \t]*[:：]/im

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

/** Reports and quotations may have lines that look like labels. */
function expectSound(parsed: Parsed, family: string): void {
  if (!['reports', 'quotations'].includes(family)) expect(protocolLine.exec(shownOf(parsed))).toBeNull()
  if (parsed.kind === 'answer') expect(parsed.text.trim()).not.toBe('')
  if (parsed.kind === 'calls') expect(parsed.calls.some((call) => call.fault === undefined)).toBe(true)
  if (parsed.kind === 'fault') expect(parsed.fault).not.toBe('')
}

describe('malformed replies', () => {
  it('are many, with ids of their own', () => {
    expect(replies.length).toBeGreaterThanOrEqual(220)
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(replies.length)
  })

  it.each(replies)('$id is sound and as expected to the ReAct grammar', { timeout: 30_000 }, (reply) => {
    const parsed = reactGrammar.parse(reply.text, malformedReplyTools)
    expectSound(parsed, reply.family)
    const expected = reply.expect.react
    if (expected) expect(parsed).toMatchObject(expectation(expected))
    if (parsed.kind === 'calls' && expected?.calls) expect(parsed.calls).toHaveLength(expected.calls.length)
  })

  it.each(replies)('$id is sound and as expected as JSON', { timeout: 30_000 }, (reply) => {
    const parsed = parseJsonText(reply.text)
    const { fault, value, ...exact } = reply.expect.json ?? {}
    expect(parsed).toMatchObject(fault === undefined ? exact : { ...exact, fault: expect.stringContaining(fault) })
    if (parsed.ok && value !== undefined) expect(parsed.value).toEqual(value)
    expect({}).not.toHaveProperty('polluted')
  })

  it.each(replies)('$id has an answer or none to a chain of thought', { timeout: 30_000 }, ({ text }) => {
    const { answer, marked } = answerAfter(text)
    expect(marked && answer === '').toBe(false)
    expect(answer.length).toBeLessThanOrEqual(text.length)
  })
})
