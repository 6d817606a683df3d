import { describe, expect, it } from 'vitest'
import { branchWords, stepWords } from './step-words.ts'

describe('a step in words', () => {
  it.each([
    ['round#1[0]/step#1/reason-step/prepare#1', 'prepare'],
    ['think#2', 'think 2'],
    ['act#1[0]', 'act'],
    ['act#3[1]', 'act 3, call 2'],
    ['wrap-up#1', 'wrap up'],
    ['episode#2/react', 'react'],
    ['', 'the beginning'],
  ])('%s is "%s"', (path, words) => {
    expect(stepWords(path)).toBe(words)
  })

  it('says which branch', () => {
    expect([branchWords('round#1[0]'), branchWords('map#2[3]')]).toEqual(['round, branch 1', 'map 2, branch 4'])
  })
})
