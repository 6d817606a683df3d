/** Letters as they are compared: without case, accents and disguise. */

/** Each word is a character and what it is read as. */
function table(pairs: string): ReadonlyMap<number, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.codePointAt(0) ?? 0, pair.slice(1)]))
}

/** Letters that Unicode does not take apart. */
const singles = table(
  "ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ɡg ʜh ɪi ıi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ǫq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɩi ʋv ɾr øo łl đd ħh ßss æae œoe ’' ‘' ʼ'",
)

const marks = /[\u0300-\u036f]/g
const arabicMarks = /[\u0640\u064b-\u0655\u0670]/g
const alphabets = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

const known = new Map<number, string>()
/** More than people's languages need: a text of every character there is must not fill the memory. */
const mostKnown = 20_000

/** A character that is not ASCII, as it is compared: none to three letters. */
export function foldCharacter(code: number): string {
  const before = known.get(code)
  if (before !== undefined) return before
  const folded = foldOf(String.fromCodePoint(code)).slice(0, 3)
  if (known.size < mostKnown) known.set(code, folded)
  return folded
}

function foldOf(character: string): string {
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return ''
  if (/[\s\u2028\u2029]/.test(character)) return ' '
  const plain = character.normalize('NFKC').toLowerCase()
  const single = singles.get(plain.codePointAt(0) ?? 0)
  if (single !== undefined && plain.length === 1) return single
  const apart = plain.normalize('NFKD')
  if (alphabets.test(apart) || /^[\u0300-\u036f]/.test(apart)) return apart.replace(marks, '')
  return foldArabic(plain)
}

/** Arabic is written with and without the marks, and with several forms of one letter. */
function foldArabic(plain: string): string {
  if (!/[\u0600-\u06ff]/.test(plain)) return plain
  return plain.normalize('NFKD').replace(arabicMarks, '').replaceAll('ى', 'ي').replaceAll('ة', 'ه')
}

/** A whole word or phrase, for the lists. */
export function foldWord(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase()
  let folded = ''
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0
    folded += code < 0x80 ? character.toLowerCase() : foldCharacter(code)
  }
  return folded
}
