import { describe, expect, it } from 'vitest'
import { CriticalPath } from './critical-path.ts'

describe('the critical path', () => {
  it('adds calls that follow each other', () => {
    const path = new CriticalPath()
    path.begin(100)()
    path.begin(30)()
    expect(path.lengthMs).toBe(130)
  })

  it('counts the longest of calls beside each other', () => {
    const path = new CriticalPath()
    const ends = [path.begin(100), path.begin(300), path.begin(200)]
    for (const end of ends) end()
    path.begin(10)()
    expect(path.lengthMs).toBe(310)
  })
})
