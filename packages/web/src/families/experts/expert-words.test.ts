import { describe, expect, it } from 'vitest'
import { readExpertWords } from './expert-words.ts'

describe('the words of an expert', () => {
  it('are its answer, and what it says of it', () => {
    expect(readExpertWords('It is 41.\n\nCONFIDENCE: medium\nGAPS: the mode\nREFERRAL: none')).toEqual({
      answer: 'It is 41.',
      confidence: 'medium',
      gaps: 'the mode',
      referral: '',
    })
  })

  it('may be dressed, or say nothing of it', () => {
    expect(readExpertWords('It is 41.\n**Confidence:** High').confidence).toBe('high')
    expect(readExpertWords('It is 41.')).toEqual({ answer: 'It is 41.', confidence: null, gaps: '', referral: '' })
  })
})
