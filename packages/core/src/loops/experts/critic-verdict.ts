/** Sentences about an answer, where the answer itself was asked for, in some languages. */

type Verdict = 'right' | 'wrong'

/** Before the sentence: a yes, and what makes a text look like more. */
const start = '^[\\s>#*_`"\'(-]{0,9}(?:(?:yes|no|ok|okay|ja|nein|oui|non|sí|si)[,.!:;]{1,2}\\s{1,3})?'
/** Behind it the sentence ends, or goes on with why. */
const end =
  '(?=[*_`"\')]{0,3}\\s{0,3}(?:[.,;:!–—-]|$|(?:and|but|as|because|since|except|und|aber|weil|denn|et|mais|car|y|pero|porque)(?!\\p{L})))'

const subject =
  '(?:(?:the|this|that|your)(?: (?:given|proposed|final|above|whole|current|existing)){0,2} (?:answer|response|reply)|it|this|that|all of (?:it|this)|everything)'
const manner = '(?:(?:fully|entirely|completely|all|quite|factually|mostly|already|partly|partially) )?'
const right = '(?:correct|right|accurate|complete|fine|ok|okay|good|supported|confirmed|verified)'
const wrong =
  '(?:wrong|incorrect|inaccurate|incomplete|false|mistaken|unsupported|unconfirmed|contradicted|not (?:\\w{1,12} )?(?:correct|right|accurate|complete|supported|confirmed|true|ok))'

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(start + parts.join(''), 'iu')
}

const copula = ' (?:is|looks|seems|appears|was)(?: to be)? '

const rights: readonly RegExp[] = [
  pattern(subject, copula, manner, right, end),
  pattern(
    '(?:i (?:can |do |hereby )?(?:confirm|agree|verified|have (?:verified|confirmed))|agreed|verified)(?!\\p{L})',
  ),
  pattern('(?:correct|accurate|looks (?:good|right|correct|fine)|all (?:good|correct|right))[.!*_`\\s]*$'),
  pattern('(?:die |diese )antwort (?:ist|stimmt)(?: so)?(?: (?:richtig|korrekt|vollständig|gut))?', end),
  pattern('(?:bestätigt|confirmée?|confirmad[oa])[.!*_`\\s]*$'),
  pattern('(?:la |cette )réponse est (?:correcte|juste|exacte|bonne|complète)', end),
  pattern('(?:la |esta )respuesta es(?:tá)? (?:correcta|exacta|completa|bien)', end),
]

const wrongs: readonly RegExp[] = [
  pattern('(?:not|un)[ -]?confirmed(?!\\p{L})'),
  pattern(subject, copula, manner, wrong, end),
  pattern("i (?:can ?not|can['’]t|could not|couldn['’]t|do not|don['’]t) (?:confirm|agree|verify)(?!\\p{L})"),
  pattern('(?:incorrect|wrong)[.!*_`\\s]*$'),
  pattern('(?:die |diese )antwort (?:ist (?:falsch|unvollständig|nicht \\p{L}+)|stimmt (?:so )?nicht)', end),
  pattern('(?:nicht bestätigt|non confirmée?|no confirmad[oa])(?!\\p{L})'),
  pattern("(?:la |cette )réponse (?:est (?:fausse|incorrecte|incomplète|inexacte)|n['’]est pas \\p{L}+)", end),
  pattern('(?:la |esta )respuesta (?:es(?:tá)? (?:falsa|incorrecta|incompleta|mal)|no es(?:tá)? \\p{L}+)', end),
]

/** Whether a text says of an answer that it is right or wrong; undefined when it does not speak about one. */
export function verdictOf(text: string): Verdict | undefined {
  const begun = text.trimStart().slice(0, 300)
  // "Die Antwort stimmt nicht" begins like its opposite.
  if (wrongs.some((each) => each.test(begun))) return 'wrong'
  if (!rights.some((each) => each.test(begun))) return undefined
  // Right but for something is wrong.
  return butFor.test(text.slice(0, 2000)) ? 'wrong' : 'right'
}

const butFor = /(?<!\p{L})(?:except|but|however|though|aber|außer|jedoch|sauf|mais|pero|salvo|excepto)(?!\p{L})/iu
