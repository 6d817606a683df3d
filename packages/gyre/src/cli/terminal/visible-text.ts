/** Characters that nobody sees, written out as `\u202e`: they could hide what a text says, or turn it around. */
import type { Json } from '@gyre/core'

/** Scripts whose letters look otherwise with a joiner between them. */
const joining = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
const letter = `[${joining.map((script) => `\\p{scx=${script}}`).join('')}]`
const picture = String.raw`\p{Extended_Pictographic}`

/** Those that make up a letter or an emoji can be seen. */
const meant = [
  String.raw`(?<=${letter})[\u200c\u200d](?=${letter})`,
  String.raw`(?<=${picture}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=${picture})`,
  String.raw`(?<=[${picture}0-9#*])\ufe0f`,
].join('|')

const unseen = new RegExp(
  String.raw`(?!${meant})(?:[^\P{Cc}\n\t]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb])`,
  'gu',
)

/** Nothing unseen is among these, and to know that takes no tables of Unicode. */
const plain = /^[\t\n -~\u00ae-\u02ff\u2010-\u2027\u2030-\u205e]*$/

export function visibleText(text: string): string {
  if (plain.test(text)) return text
  return text.replace(unseen, (character) => character.split('').map(written).join(''))
}

/** The whole of a value: what is written out is JSON still. */
export function visibleJson(value: Json, indent?: number): string {
  return visibleText(JSON.stringify(value, null, indent))
}

function written(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
