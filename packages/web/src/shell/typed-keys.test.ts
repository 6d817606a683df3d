import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import { describe, expect, it } from 'vitest'
import { pressedKeys, typedKeys } from './typed-keys.ts'

/** A press as a browser tells it. */
function press(key: string, code: string, ...held: readonly string[]) {
  return {
    key,
    code,
    ctrlKey: held.includes('Control'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    getModifierState: (name: string) => held.includes(name),
  } as KeyboardEvent
}

function isHit(keys: string, event: KeyboardEvent): boolean {
  const [chord] = parseKeybinding(typedKeys(keys))
  return chord !== undefined && matchKeybindingPress(event, chord)
}

describe('a key that is pressed', () => {
  it('is found by its place where Shift makes another sign of it', () => {
    expect(isHit('Control+Shift+;', press(':', 'Semicolon', 'Control', 'Shift'))).toBe(true)
    expect(isHit('Control+Shift+.', press('>', 'Period', 'Control', 'Shift'))).toBe(true)
    expect(isHit('Control+Shift+]', press('}', 'BracketRight', 'Control', 'Shift'))).toBe(true)
    expect(isHit('Control+Shift+1', press('!', 'Digit1', 'Control', 'Shift'))).toBe(true)
  })

  it('is found by its sign on a keyboard that has it elsewhere', () => {
    expect(isHit('Control+Shift+;', press(';', 'Comma', 'Control', 'Shift'))).toBe(true)
    expect(isHit('.', press('.', 'Comma', 'Shift'))).toBe(true)
    expect(isHit('[Shift]+?', press('?', 'Minus', 'Shift'))).toBe(true)
  })

  it('is another where another sign is asked for, or something else is held', () => {
    expect(isHit('Control+Shift+;', press('"', 'Quote', 'Control', 'Shift'))).toBe(false)
    expect(isHit('Control+Shift+;', press(';', 'Semicolon', 'Control'))).toBe(false)
    expect(isHit('Control+Shift+.', press('x', 'KeyX', 'Control', 'Shift'))).toBe(false)
    expect(isHit('.', press('>', 'Period', 'Shift'))).toBe(false)
    expect(isHit('.', press('.', 'Period', 'Control'))).toBe(false)
  })

  it('is a letter as before', () => {
    expect(typedKeys('g p')).toBe('g p')
    expect(typedKeys('$mod+Shift+o')).toBe('$mod+Shift+o')
    expect(typedKeys('Shift+Escape')).toBe('Shift+Escape')
  })

  it.each([
    ['Control+Shift+:', press(':', 'Semicolon', 'Control', 'Shift')],
    ['Shift+?', press('?', 'Slash', 'Shift')],
    ['Control++', press('+', 'NumpadAdd', 'Control')],
    ['Control+Space', press(' ', 'Space', 'Control')],
    ['Alt+KeyE', press('Dead', 'KeyE', 'Alt')],
    ['AltGraph+[', press('[', 'Digit8', 'Alt', 'AltGraph')],
    ['F2', press('F2', 'F2')],
  ])('is kept as %s, and works', (keys, event) => {
    expect(pressedKeys(event)).toBe(keys)
    expect(isHit(keys, event)).toBe(true)
  })
})
