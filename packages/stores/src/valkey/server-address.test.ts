import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serverAddress } from './server-address.ts'

describe('the address of a Valkey server', () => {
  it('is read from a URL with all its parts', () => {
    expect(serverAddress('valkeys://ann:p%40ss@cache.example:7000/3')).toEqual({
      host: 'cache.example',
      port: 7000,
      database: 3,
      isTls: true,
      username: 'ann',
      password: 'p@ss',
      shown: 'valkeys://cache.example:7000/3',
    })
  })

  it('has a default port and database', () => {
    expect(serverAddress('redis://localhost')).toMatchObject({ port: 6379, database: 0, isTls: false })
    expect(serverAddress('rediss://localhost/')).toMatchObject({ port: 6379, database: 0, isTls: true })
  })

  it('may be a number', () => {
    expect(serverAddress('valkey://[::1]:7000')).toMatchObject({ host: '::1', shown: 'valkey://[::1]:7000/0' })
  })

  it.each([
    'localhost:6379',
    'http://localhost',
    'valkey:///0',
    'redis:localhost',
    'valkey://localhost/first',
    'valkey://localhost/1/2',
    'valkey://localhost/0?family=6',
    'valkey://localhost#0',
    'valkey://:100%@localhost',
    '',
  ])('is not told by %j', (text) => {
    expect(serverAddress(text)).toBeUndefined()
  })

  it('keeps any user and password, and shows neither', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(word, word, (username, password) => {
        const [user, secret] = [encodeURIComponent(username), encodeURIComponent(password)]
        const address = serverAddress(`valkey://${user}:${secret}@localhost:7000/1`)
        expect(address).toMatchObject({ username, password, shown: 'valkey://localhost:7000/1' })
      }),
    )
  })
})
