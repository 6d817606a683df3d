/** Keys as they are printed on a keyboard. */
const printed: Readonly<Record<string, string>> = { Escape: 'Esc', Control: 'Ctrl', AltGraph: 'AltGr' }
const printedOnMac: Readonly<Record<string, string>> = { Control: '⌃', Meta: '⌘', Alt: '⌥', Shift: '⇧' }

/** What `$mod+Shift+k`, `[Shift]+?` or `g i` is called: `Ctrl+Shift+K`, `?`, `G then I`. */
export function keyName(keys: string, isMac: boolean): string {
  return keys
    .split(' ')
    .map((chord) => chordName(chord, isMac))
    .join(' then ')
}

function chordName(chord: string, isMac: boolean): string {
  return (
    chord
      // A key that may be held or not is of no interest; `+` itself is a key.
      .replace(/^\[\w+\]\+/, '')
      .split(/\+(?=.)/)
      .map((key) => (key === '$mod' ? (isMac ? 'Meta' : 'Control') : key))
      .map((key) => (isMac ? printedOnMac[key] : undefined) ?? printed[key] ?? upper(key))
      .join('+')
  )
}

const upper = (key: string) => (key.length === 1 ? key.toUpperCase() : key)
