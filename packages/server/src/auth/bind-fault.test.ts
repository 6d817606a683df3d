import { describe, expect, it } from 'vitest'
import { bindFault, listenFault } from './bind-fault.ts'

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

describe('an address that cannot be listened on', () => {
  const faultOf = (code: string, host = 'nowhere.invalid', port = 80) =>
    listenFault(Object.assign(new Error('syscall'), { code }), host, port)

  it.each([
    ['ENOTFOUND', '`nowhere.invalid` is no address, and no name that this machine knows.'],
    ['EADDRNOTAVAIL', '`nowhere.invalid` is no address of this machine.'],
    ['EACCES', 'This user may not listen on port 80: those above 1023 are for everybody.'],
  ])('is told for %s', (code, message) => {
    expect(faultOf(code)).toMatchObject({ code: 'bind-refused', message })
  })

  it('is one whose port is taken', () => {
    expect(faultOf('EADDRINUSE')).toMatchObject({
      code: 'port-taken',
      message: 'Another program listens on port 80.',
      fix: 'End the other program, or take another port: `gyre serve --port N`, in a clone `npm start -- serve --port N`.',
    })
  })

  it('is told as it came when nobody foresaw it', () => {
    expect(faultOf('EODD')).toMatchObject({ code: 'EODD', message: 'syscall' })
  })
})
