import fc from 'fast-check'
import { expect, it } from 'vitest'
import { projectName } from './project-name.ts'

it.each([
  ['/home/ada/My Project', 'my-project'],
  ['/home/ada/.hidden', 'hidden'],
  ['/home/ada/gyre', 'gyre-project'],
  ['/home/ada/typescript', 'gyre-project'],
  ['/', 'gyre-project'],
  ['/home/ada/日本', 'gyre-project'],
])('a project in %s is called %s', (folder, name) => {
  expect(projectName(folder)).toBe(name)
})

it('whatever a folder is called, the name is one a package may have', () => {
  fc.assert(
    fc.property(fc.string(), (folder) => {
      expect(projectName(`/x/${folder}`)).toMatch(/^[a-z0-9][a-z0-9._-]{0,99}$/)
    }),
  )
})
