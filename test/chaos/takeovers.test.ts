import { describe, expect, it } from 'vitest'
import { type Chronicle, fatesOf } from './takeovers.ts'
import type { WorkerNote } from './worker-process.ts'

const blow = { how: 'stop', at: 1000, struckAt: 1001, healedAt: 5500, pid: 1, sessions: ['ses_1'] } as const
const stormEndedAt = 60_000

function run(at: number, pid: number): WorkerNote {
  return { note: 'run', pid, at, session: 'ses_1', after: 1 }
}

const fates = (notes: readonly WorkerNote[], chronicle: Chronicle) =>
  fatesOf([blow], { notes, chronicles: new Map([['ses_1', chronicle]]), stormEndedAt })

describe('a session that was taken from its worker', () => {
  it('is taken over by the next other worker that goes on with it', () => {
    const notes = [run(900, 2), run(1500, 1), run(4200, 3), run(5000, 2)]
    expect(fates(notes, { facts: [900, 4300, 6000], endedAt: 6000 })).toEqual({
      takeovers: [{ how: 'stop', ms: 3200 }],
      left: [],
    })
  })

  it('is neither taken over nor left alone when its old worker went on with it, or had ended it', () => {
    const neither = { takeovers: [], left: [] }
    expect(fates([run(500, 1)], { facts: [600, 5501], endedAt: undefined })).toEqual(neither)
    expect(fates([run(500, 1)], { facts: [600, 1000], endedAt: 1000 })).toEqual(neither)
    expect(fates([run(500, 1), run(9000, 2)], { facts: [600, 5501, 9100], endedAt: 9100 })).toEqual(neither)
  })

  it('is left alone when nobody went on with it', () => {
    const alone = { takeovers: [], left: [{ how: 'stop', session: 'ses_1', ms: 59_000 }] }
    expect(fates([run(500, 1)], { facts: [600, 1001], endedAt: undefined })).toEqual(alone)
    expect(fates([run(500, 1)], { facts: [600, 60_001], endedAt: 60_001 })).toEqual(alone)
  })

  it('is both when somebody did only after the storm', () => {
    expect(fates([run(61_000, 2)], { facts: [600, 62_000], endedAt: 62_000 })).toEqual({
      takeovers: [{ how: 'stop', ms: 60_000 }],
      left: [{ how: 'stop', session: 'ses_1', ms: 59_000 }],
    })
  })
})
