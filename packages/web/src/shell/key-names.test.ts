import { describe, expect, it } from 'vitest'
import { keyName } from './key-names.ts'

describe('the name of a key', () => {
  it.each([
    ['p', 'P'],
    ['.', '.'],
    ['$mod+k', 'Ctrl+K'],
    ['$mod+Shift+o', 'Ctrl+Shift+O'],
    ['Control++', 'Ctrl++'],
    ['[Shift]+?', '?'],
    ['Shift+Escape', 'Shift+Esc'],
    ['g i', 'G then I'],
  ])('of %s is %s', (keys, name) => {
    expect(keyName(keys, false)).toBe(name)
  })

  it('is what a Mac has on it, there', () => {
    expect(keyName('$mod+Shift+k', true)).toBe('⌘+⇧+K')
    expect(keyName('Control+Enter', true)).toBe('⌃+Enter')
  })
})
