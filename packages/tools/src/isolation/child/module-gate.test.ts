import { describe, expect, it } from 'vitest'
import { moduleGate } from './module-gate.ts'

const gate = moduleGate(['fs'])

describe('the gate for files', () => {
  it.each([
    'file:///p/src/a.js',
    'file:///p/.hidden-folder/a.ts?again',
    'file:///p/node_modules/two/two.json',
    'file:///p/node_modules/.pnpm/two/.two.js',
    'node:path',
    'data:text/javascript,1',
  ])('lets %s through', (url) => {
    expect(() => gate.checkFile(url)).not.toThrow()
  })

  it.each([
    ['file:///p/src/a.json', 'file:///p/src/a.json'],
    ['file:///p/src/a.json?/node_modules/a.js', 'file:///p/src/a.json'],
    ['file:///p/src/a.json#/node_modules/a.js', 'file:///p/src/a.json'],
    ['file:///p/src/.env', 'file:///p/src/.env'],
    ['file:///p/src/.env.js', 'file:///p/src/.env.js'],
    ['file:///p/src/%2eenv.js', 'file:///p/src/.env.js'],
    ['file:///p/src/notes', 'file:///p/src/notes'],
    ['file:///p/node_modules/two/addon.node', 'file:///p/node_modules/two/addon.node'],
    ['file:///p/node_modules/.env', 'file:///p/node_modules/.env'],
  ])('refuses %s', (url, path) => {
    expect(() => gate.checkFile(url)).toThrow(`Isolated code cannot use \`${path}\`.`)
  })
})

describe('the gate for addresses', () => {
  it.each(['node:path', 'node:fs', 'file:///p/a.js'])('lets %s through', (url) => {
    expect(() => gate.checkAddress(url)).not.toThrow()
  })

  it.each(['node:net', 'node:fs/promises', 'node:toString', new URL('./serve.ts', import.meta.url).href])(
    'refuses %s',
    (url) => {
      expect(() => gate.checkAddress(url)).toThrow(`Isolated code cannot use \`${url}\`.`)
    },
  )
})
