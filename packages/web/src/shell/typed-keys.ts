/** Keys as they are listed, in the form that fits what a browser tells of a press: with Shift, `;` comes in as `:`. */

/** Where the signs are that Shift turns into others, on the keyboard that most have. */
const places: Readonly<Record<string, string>> = {
  ';': 'Semicolon',
  "'": 'Quote',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  '\\': 'Backslash',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '-': 'Minus',
  '=': 'Equal',
  '`': 'Backquote',
}

/** Keys such as `$mod+Shift+;` or `g p`, for tinykeys: a sign is found by what it is and by where it is. */
export function typedKeys(keys: string): string {
  return keys.split(' ').map(typedChord).join(' ')
}

function typedChord(chord: string): string {
  const [sign = ''] = /(?<=^|\+)[^\p{L}\s]$/u.exec(chord) ?? []
  if (sign === '') return chord
  const held = chord.slice(0, -sign.length)
  // Some keyboards have it on another key with Shift: the sign itself says enough.
  if (!held.includes('Shift')) return `[Shift]+${chord}`
  const place = places[sign] ?? (/\d/.test(sign) ? `Digit${sign}` : undefined)
  return place === undefined || held.includes('[Shift]') ? chord : `${held}(${escaped(sign)}|${place})`
}

function escaped(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)
}

/** What of a press makes a key; a browser tells more. */
type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  getModifierState(key: 'AltGraph'): boolean
}

/** The keys that a press stands for, as they are kept. */
export function pressedKeys(press: Press): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = press
  // On some systems it comes in as two others as well.
  const isAltGraph = press.getModifierState('AltGraph')
  const held = [
    isAltGraph && 'AltGraph',
    ctrlKey && !isAltGraph && 'Control',
    metaKey && 'Meta',
    altKey && !isAltGraph && 'Alt',
    shiftKey && 'Shift',
  ]
  return [...held.filter(Boolean), keyOf(press)].join('+')
}

/** Blanks part the keys of a sequence, and an accent that waits for its letter has no name. */
function keyOf({ key, code }: Press): string {
  return key === ' ' || key === 'Dead' ? code : key
}
