import { expect, it } from 'vitest'
import { serverEnvironment } from './server-environment.ts'

it('lends a server what programs need, and no key', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/ada',
    LANG: 'C',
    OPENAI_API_KEY: 'sk-1',
    GYRE_KEY: 'k',
    NODE_OPTIONS: '-r x',
  }
  expect(serverEnvironment(env)).toEqual({ PATH: '/bin', HOME: '/home/ada', LANG: 'C' })
})

it('gives it what its config says, which goes first', () => {
  const env = { PATH: '/bin', TOKEN: 'of ours' }
  expect(serverEnvironment(env, { PATH: '/own/bin', TOKEN: 'its own' })).toEqual({ PATH: '/own/bin', TOKEN: 'its own' })
})

it('leaves out what is not set, and functions that old shells keep in variables', () => {
  expect(serverEnvironment({ HOME: undefined, SHELL: '() { :; }; echo x' })).toEqual({})
})

it('knows the names in the letters that Windows writes them in', () => {
  expect(serverEnvironment({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows' })).toEqual({
    Path: 'C:\\bin',
    SystemRoot: 'C:\\Windows',
  })
})
