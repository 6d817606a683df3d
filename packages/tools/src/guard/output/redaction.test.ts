import { redactor, type ToolOutput } from '@gyre/core'
import { expect, it } from 'vitest'
import { toolOf } from '../../../../../test/guard/guarded.ts'
import type { Answer } from '../guard-path.ts'
import { redaction } from './redaction.ts'

const redact = redaction(redactor(['correct horse battery staple']))
const answerOf = (output: ToolOutput): Answer => ({ output, notes: undefined, leftOut: [], record: undefined })
const redacted = (output: ToolOutput) => redact(toolOf(), answerOf(output))

const photo = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const
const noteWith = (data: string) => ({ type: 'file', name: 'note.txt', mediaType: 'text/plain', data }) as const

it('takes secrets and keys out of a text', () => {
  expect(redacted({ text: 'It is correct horse battery staple, or AKIAABCDEFGHIJKLMNOP.', data: 1 })).toEqual(
    answerOf({ text: 'It is [redacted], or [redacted].', data: 1 }),
  )
})

it('takes them out of attached texts', () => {
  expect(redacted({ text: 'x', parts: [noteWith('a correct horse battery staple'), photo] })).toEqual(
    answerOf({ text: 'x', parts: [noteWith('a [redacted]'), photo] }),
  )
})

it('leaves an answer as it is that holds none', () => {
  const answer = answerOf({ text: 'correct horse', parts: [photo] })
  expect(redact(toolOf(), answer)).toBe(answer)
})
