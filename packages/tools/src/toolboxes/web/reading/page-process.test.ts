import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { type FaultKind, isolationFault, thrownFault } from '../../../isolation/isolation-fault.ts'
import { pageFault } from './page-process.ts'

describe('a page that a parser cannot cope with', () => {
  it.each<[FaultKind, string]>([
    ['timeout', 'it is so large or so tangled that 15 s were not enough'],
    ['memory', 'it is so large or so tangled that 512 MB of memory were not enough'],
    ['output', 'its text is too long'],
    ['ended', 'the program that parses it broke off'],
    ['threw', 'Oh'],
  ])('is refused, which is no fault of the tool: %s', (fault, why) => {
    expect(pageFault(isolationFault(fault, 'Oh.'))).toMatchObject({
      code: 'page-refused',
      message: `The page cannot be read: ${why}.`,
    })
  })

  it('is told in the words of the parser where it has some', () => {
    const error = thrownFault('The PDF cannot be read: the file is damaged.', 'page-refused')
    expect(pageFault(error)).toBe(error)
  })
})

describe('a parser that cannot be run', () => {
  it.each<FaultKind>(['start', 'protocol'])('is a failure of the tool: %s', (fault) => {
    expect(pageFault(isolationFault(fault, 'Oh.'))).toMatchObject({ code: 'tool-failed', message: 'Oh.' })
  })

  it('stays what it is when it was aborted, or is no failure of ours', () => {
    for (const error of [new GyreError('aborted', 'x'), new Error('x')]) expect(pageFault(error)).toBe(error)
  })
})
