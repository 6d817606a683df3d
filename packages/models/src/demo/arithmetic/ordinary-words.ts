/** Words that are said around arithmetic and ask for nothing more: a text with any other is not understood. */

const around = new Set(
  (
    'a an the and or also then now so ok okay well just simply only first next finally again one in on at to of for as with by from ' +
    'what which how much many is are be am will does do did equals comes come makes make ' +
    "what's what’s whats let's let’s lets let i'd i’d i'm i’m " +
    'please kindly thanks thank thx cheers hi hello hey there dear gyre everyone today lot very ' +
    'can could would you your i me my us we like want wanted wants need needed know tell give show say said see think mean help if ' +
    'calculate compute evaluate solve find work works out figure determine get doing ' +
    'result results value values answer answers total number numbers digits expression expressions formula calculation ' +
    'calculations sum sums arithmetic math maths mathematics problem problems question questions following task ' +
    'exactly precisely quick quickly briefly short shortly correct correctly carefully careful brackets parentheses step steps ' +
    'sentence word start starting begin beginning take use using calculator tool tools head mind has have it this that ' +
    'reply json schema must fit nothing else'
  ).split(' '),
)

const compared = new Set(
  (
    'larger largest greater greatest bigger biggest higher highest smaller smallest lesser least lower lowest less more than ' +
    'equal equals same true false correct whether between two three four these those them'
  ).split(' '),
)

/** Whether words that no expression has in it can be left out without a loss. */
export function areOrdinary(words: readonly string[], isComparison = false): boolean {
  return words.every((word) => isOrdinary(word) || (isComparison && compared.has(word)))
}

export function isOrdinary(word: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word) || around.has(word)
}
