import { settingKeys, settingTable } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { read, sources } from './repository.ts'

const page = read('docs/configuration.md')
const partOf = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The first two cells of the rows of a table, without the code marks around names. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)].map(([, names = '', said = '']) => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    said,
  }))

describe('the page of the configuration', () => {
  it('has the variables of the environment that the sources read, and no other', () => {
    const named = new Set(sources.flatMap((path) => [...read(path).matchAll(/\bGYRE_[A-Z_]+/g)].map(([name]) => name)))
    // One marks the programs that a tool has started; the other stands in examples for people.
    const variables = [...named].filter((name) => name !== 'GYRE_RUN' && name !== 'GYRE_API_KEY')
    expect(rowsOf(partOf('Environment')).flatMap(({ names }) => names)).toEqual(expect.arrayContaining(variables))
    expect(rowsOf(partOf('Environment'))).toHaveLength(variables.length)
  })

  it('has every setting with its default', () => {
    const [table = ''] = partOf('Settings').split('\n### ')
    const told = rowsOf(table).flatMap(({ names, said }) => names.map((name) => ({ name, default: defaultIn(said) })))
    expect(told).toEqual(settingKeys.map((name) => ({ name, default: settingTable[name].value })))
  })
})

/** A default is written first: as JSON, as a bare word, or as `empty`. */
function defaultIn(said: string): unknown {
  if (said.startsWith('empty')) return ''
  const [, value = ''] = /^`([^`]+)`/.exec(said) ?? []
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
