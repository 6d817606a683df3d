/** A text of the signs that a reader sees: references to characters are decoded, signs that nobody sees are dropped. */

/** Those of which a citation, a link, a quotation or a figure could be made. */
const named: Readonly<Record<string, string>> = {
  ...{ lbrack: '[', lsqb: '[', rbrack: ']', rsqb: ']', lpar: '(', rpar: ')', lbrace: '{', lcub: '{', rbrace: '}' },
  ...{ rcub: '}', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
  ...{ colon: ':', sol: '/', bsol: '\\', period: '.', comma: ',', semi: ';', num: '#', percnt: '%', commat: '@' },
  ...{ excl: '!', quest: '?', ast: '*', lowbar: '_', grave: '`', Hat: '^', vert: '|', tab: '\t', newline: '\n' },
  ...{ ndash: '–', mdash: '—', minus: '−', hellip: '…', shy: '', zwj: '', zwnj: '', lrm: '', rlm: '', middot: '·' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ lsaquo: '‹', rsaquo: '›', sup1: '¹', sup2: '²', sup3: '³', frac12: '½', frac14: '¼', frac34: '¾', half: '½' },
  ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', deg: '°', times: '×' },
}
const reference = /&(?:#(\d{1,8})|#x([\da-f]{1,7})|([a-z][a-z\d]{1,31}));/gi
/** A reference to the sign of a reference. More of them, one in the other, is no text. */
const maxRounds = 10
/** What else joins letters of Persian and of Indian scripts, and pictures, says something there. */
const unseen =
  /(?![\u200c\u200d])\p{Cf}|(?<![[\p{L}\p{M}\p{Extended_Pictographic}]--[\p{scx=Latn}\p{ASCII}]])[\u200c\u200d]|[\u200c\u200d](?![[\p{L}\p{M}\p{Extended_Pictographic}]--[\p{scx=Latn}\p{ASCII}]])/gv

export function plainSigns(text: string): string {
  return decoded(text).replace(/\r\n?/g, '\n').replace(unseen, '')
}

/** What is not known stays as it is written: a page would show it as a sign that was not checked. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  let plain = text
  for (let round = 0; round < maxRounds; round++) {
    const next = plain.replace(reference, signOf)
    if (next === plain) break
    plain = next
  }
  return plain.replace(reference, (found) => `&amp;${found.slice(1)}`)
}

function signOf(found: string, decimal?: string, hexadecimal?: string, name = ''): string {
  if (name !== '') return named[name] ?? named[name.toLowerCase()] ?? found
  const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
  return isCharacter ? String.fromCodePoint(point) : '�'
}
