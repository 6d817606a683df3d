import { describe, expect, it } from 'vitest'
import { bindFault } from './bind-fault.ts'

describe('where a server may listen', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost', 'LOCALHOST'])('is %s for every server', (host) => {
    expect(bindFault(host, false, false)).toBeUndefined()
    expect(bindFault(host, false, true)).toBeUndefined()
  })

  it.each(['0.0.0.0', '::', '192.168.1.5', '8.8.8.8', 'gyre.example.com', 'localhost.example.com', '127.evil.com', ''])(
    'is %s only when there is a key, and people are asked for it',
    (host) => {
      expect(bindFault(host, true, false)).toBeUndefined()
      expect(bindFault(host, false, false)).toMatchObject({ code: 'bind-refused' })
      expect(bindFault(host, true, true)).toMatchObject({ code: 'bind-refused' })
    },
  )
})
