import { type Ending, GyreError, type ReplayReport } from '@gyre/core'
import { expect, it } from 'vitest'
import { replayFailure } from './replay-failure.ts'

const equal: ReplayReport = { isEqual: true, drift: [], unused: [], error: null, end: null, otherEnd: null }
const end: Ending = { outcome: 'answered', answer: 'A spiral.', gap: null, details: null, error: null }

it('says nothing of an equal replay', () => {
  expect(replayFailure(equal)).toBeUndefined()
})

it('tells of each request that changed, with its prompt as a diff', () => {
  const drift = [
    {
      path: 'think#1',
      was: '',
      now: '',
      pageWas: 'system: Be brief.\n\nuser: Hi.\n',
      pageNow: 'system: Be.\n\nuser: Hi.\n',
    },
    { path: 'map#1[2]/ask#1', was: '', now: '', pageWas: 'user: a\n', pageNow: 'user: b\n' },
  ]
  expect(replayFailure({ ...equal, isEqual: false, drift })).toBe(
    `The request at \`think#1\` is not what it was:
  @@ -1,3 +1,3 @@
  -system: Be brief.
  +system: Be.
   
   user: Hi.

The request at \`map#1[2]/ask#1\` is not what it was:
  @@ -1,1 +1,1 @@
  -user: a
  +user: b`,
  )
})

it('tells of steps that are gone, of where it stopped, and of another end', () => {
  const failure = replayFailure({
    ...equal,
    isEqual: false,
    unused: ['think#2', 'act#2[0]'],
    error: new GyreError('replay-incomplete', 'The journal has no `tool` at `act#3[0]`.'),
    otherEnd: { was: end, now: { ...end, outcome: 'gap_open', answer: { shape: 'spiral' }, gap: 'why' } },
  })
  expect(failure).toBe(`Recorded, and not asked for any more: \`think#2\`, \`act#2[0]\`.

It could not be followed to its end: The journal has no \`tool\` at \`act#3[0]\`.

It ends otherwise:
  @@ -1,2 +1,5 @@
  -outcome: answered
  -answer: A spiral.
  +outcome: gap_open
  +answer: {
  +  "shape": "spiral"
  +}
  +gap: why`)
})

it('shows what failed at the end', () => {
  const was = { ...end, details: { votes: 3 } }
  const now: Ending = { ...end, outcome: 'failed:loop-failed', answer: null, error: { code: 'loop-failed' } }
  expect(replayFailure({ ...equal, isEqual: false, otherEnd: { was, now } })).toBe(`It ends otherwise:
  @@ -1,5 +1,5 @@
  -outcome: answered
  -answer: A spiral.
  -details: {
  -  "votes": 3
  +outcome: failed:loop-failed
  +answer: null
  +error: {
  +  "code": "loop-failed"
   }`)
})
