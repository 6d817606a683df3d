import type { ToolOutput } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores'
import { expect, it } from 'vitest'
import { toolOf } from '../../../../../test/guard/guarded.ts'
import type { Answer } from '../guard-path.ts'
import { ToolPosts } from '../tool-posts.ts'
import { redaction } from './redaction.ts'

const posts = new ToolPosts({ clock: simulatedClock(), keyValue: memoryStore().keyValue, limits: {}, outputChars: 100 })
const redact = redaction(posts, ['correct horse battery staple'])
const redacted = (output: ToolOutput) => redact(toolOf(), { output, notes: undefined, leftOut: [], record: undefined })

it('takes secrets out of a text that will be cut', () => {
  const text = `${'x'.repeat(85)} correct horse battery staple ${'y'.repeat(50)}`
  expect(redacted({ text, data: 1 })).toMatchObject({
    output: { text: `${'x'.repeat(85)} [redacted] ${'y'.repeat(50)}`, data: 1 },
  })
})

it('takes secrets out of attached texts, which share their room', () => {
  const note = {
    type: 'file',
    name: 'note.txt',
    mediaType: 'text/plain',
    data: 'a correct horse battery staple',
  } as const
  const photo = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const
  expect(redacted({ text: 'x', parts: [note, photo] })).toMatchObject({
    output: { text: 'x', parts: [{ ...note, data: 'a [redacted]' }, photo] },
  })
})

it('leaves a short answer to the kernel', () => {
  const answer: Answer = {
    output: { text: 'correct horse battery staple' },
    notes: undefined,
    leftOut: [],
    record: undefined,
  }
  expect(redact(toolOf(), answer)).toBe(answer)
})
