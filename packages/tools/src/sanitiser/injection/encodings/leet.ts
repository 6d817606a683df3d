/** Digits and signs that stand for letters: `1gn0r3`. */

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The text with letters for digits in words of both; a 1 may be an i or an l. Each letter keeps its place. */
export function leetReadings(text: string): readonly string[] {
  if (!/\d/.test(text)) return []
  const asI = read(text, 'i')
  return text.includes('1') ? [asI, read(text, 'l')] : [asI]
}

function read(text: string, one: string): string {
  return text.replace(/[a-z0-9@$!]{3,40}/gi, (word) => {
    if (!/[a-z]/i.test(word) || !/\d/.test(word)) return word
    return word.replace(/[0-9@$!]/g, (sign) => (sign === '1' ? one : (letters[sign] ?? sign)))
  })
}
