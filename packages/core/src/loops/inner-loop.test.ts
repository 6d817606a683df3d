import { describe, expect, it } from 'vitest'
import { innerLoop } from './inner-loop.ts'

describe('innerLoop', () => {
  it('means the standard loop when it has settings alone, which are then all it has', () => {
    const schema = innerLoop({ loop: 'react', config: { protocol: 'text' } })
    expect(schema.parse({ config: { maxIterations: 3 } })).toEqual({ loop: 'react', config: { maxIterations: 3 } })
  })

  it('refuses a name that is empty', () => {
    expect(innerLoop({ loop: 'react', config: {} }).safeParse({ loop: '' }).success).toBe(false)
  })
})
