import { syncBuiltinESMExports } from 'node:module'
import url from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { moduleGate } from './module-gate.ts'

const gate = moduleGate(['fs'], (path) => path.startsWith('/p/'))

describe('the gate for requests', () => {
  it.each([
    ['./a.js', 'file:///p/main.js'],
    ['../p/a.js', 'file:///p/main.js'],
    ['/p/gone.js', undefined],
    ['file:///p/a%20b.js?x', 'file:///q/main.js'],
    ['package', 'file:///q/main.js'],
    ['#inner', 'file:///q/main.js'],
    ['node:fs', 'file:///q/main.js'],
    ['./a.js', undefined],
    ['./a.js', 'data:text/javascript,1'],
  ])('lets %j of %j through', (specifier, parent) => {
    expect(() => gate.checkRequest(specifier, parent)).not.toThrow()
  })

  it.each([
    ['../q/a.js', 'file:///p/main.js', 'file:///q/a.js'],
    ['..', 'file:///p/main.js', 'file:///'],
    ['/etc/passwd', 'file:///p/main.js', 'file:///etc/passwd'],
    ['FILE:///etc/passwd', undefined, 'file:///etc/passwd'],
    ['file:/p/../etc/passwd', undefined, 'file:///etc/passwd'],
    ['./%2e%2e/etc', 'file:///p/main.js', 'file:///etc'],
  ])('refuses %j of %j', (specifier, parent, url) => {
    expect(() => gate.checkRequest(specifier, parent)).toThrow(`Isolated code cannot use \`${url}\`.`)
  })
})

it('does not ask what was put in the place of a method of Node', () => {
  const { fileURLToPath } = url
  onTestFinished(() => {
    url.fileURLToPath = fileURLToPath
    syncBuiltinESMExports()
  })
  url.fileURLToPath = () => '/p/a.js'
  syncBuiltinESMExports()
  expect(() => gate.checkRequest('file:///etc/passwd', undefined)).toThrow(
    'Isolated code cannot use `file:///etc/passwd`.',
  )
})

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
