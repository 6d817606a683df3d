import { expect, it } from 'vitest'
import { isInstalled } from './installed-library.ts'
import { libraryFinding } from './library-finding.ts'

it('is one line for all libraries that are not there, what for each is, and one command', () => {
  const absent = ['mathjs', 'nerdamer-prime', 'pg', '@gyre/server']
  expect(libraryFinding((library) => !absent.includes(library))).toEqual({
    check: 'libraries',
    level: 'note',
    message:
      'Not installed, and only needed for: calculating (mathjs, nerdamer-prime); `gyre serve` (@gyre/server); PostgreSQL (pg).',
    fix: 'Install those you want, or all: npm install mathjs nerdamer-prime @gyre/server pg',
  })
})

it('finds those of this repository', () => {
  expect(libraryFinding(isInstalled)).toMatchObject({ level: 'ok' })
})
