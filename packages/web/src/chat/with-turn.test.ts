import { describe, expect, it } from 'vitest'
import type { Turn } from './thread-query.ts'
import { withTurn } from './with-turn.ts'

const turn = (id: string, status = 'running') => ({ id, status, thread: 'thr_1' }) as Turn
const page = (...sessions: readonly Turn[]) => ({ id: 'thr_1', sessions: [...sessions], next: null })

describe('a turn that has just begun', () => {
  it('begins a conversation', () => {
    expect(withTurn(undefined, turn('ses_1'))).toEqual({ pages: [page(turn('ses_1'))], pageParams: [null] })
  })

  it('stands last, behind earlier pages and in place of itself', () => {
    const known = {
      pages: [page(turn('ses_2'), turn('ses_3', 'queued')), page(turn('ses_1'))],
      pageParams: [null, 'ses_2'],
    }
    expect(withTurn(known, turn('ses_3'))).toEqual({
      pages: [page(turn('ses_2'), turn('ses_3')), page(turn('ses_1'))],
      pageParams: [null, 'ses_2'],
    })
  })
})
