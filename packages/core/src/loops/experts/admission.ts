/** An expert's word that it could not do what it was asked, in some languages. */

/** What cannot be done without means: browsing, searching, opening, reaching. */
const means =
  'browse|search|look (?:it |this |that )?up|access|open|retrieve|fetch|reach|view|see|check|verify|determine|find|answer|provide|calculate|compute|complete|perform'

const patterns: readonly RegExp[] = [
  // English.
  new RegExp(
    `\\b(?:i|we)(?: am|['’]m| are|['’]re)? ?(?:cannot|can ?not|can['’]t|could not|couldn['’]t|was not able to|were not able to|am unable to|was unable to|unable to|not able to|do not have the ability to)(?: \\w{1,12}){0,2} (?:${means})\\b`,
    'iu',
  ),
  /\b(?:i|we) (?:do not|don['’]t) have (?:any )?(?:access|(?:the )?(?:tools?|means|information|data|ability))\b/iu,
  /\b(?:i|we) (?:would )?(?:need|have) to (?:search|browse|look (?:it |this )?up|fetch)\b/iu,
  /\bas an ai\b.{0,60}\b(?:cannot|can['’]t|unable|no access)\b/iu,
  // German.
  /\bich (?:kann|konnte|könnte)\b.{0,60}\bnicht\b.{0,40}\b(?:\p{L}*suchen|\p{L}*greifen|öffnen|abrufen|finden|beantworten|ermitteln|prüfen|bestimmen|berechnen|sehen)\b/iu,
  /\bich habe (?:leider )?kein(?:en|e)? (?:\p{L}+ )?(?:zugriff|zugang|möglichkeit|informationen|daten)\b/iu,
  // French.
  /\bje ne (?:peux|pouvais|puis|pourrais) pas\b.{0,40}\b(?:chercher|rechercher|accéder|ouvrir|consulter|trouver|répondre|déterminer|vérifier|calculer|voir)\b/iu,
  /\bje n['’](?:ai|avais) pas (?:accès|(?:les? |d['’]|pu )\p{L}+)/iu,
  // Spanish.
  /\bno (?:puedo|pude|podría|he podido)\b.{0,40}\b(?:buscar|acceder|abrir|consultar|encontrar|responder|determinar|verificar|calcular|ver)\b/iu,
  /\bno tengo (?:acceso|(?:la )?(?:información|capacidad)|(?:los )?(?:datos|medios))\b/iu,
]

/** So much of an answer is looked at: whoever cannot do it says so at the beginning or at the end. */
const looked = 1500

/** The sentence in which an answer admits that it could not; undefined when there is none. */
export function admissionIn(answer: string): string | undefined {
  const parts = answer.length <= 2 * looked ? [answer] : [answer.slice(0, looked), answer.slice(-looked)]
  for (const sentence of parts.flatMap(sentencesOf)) {
    if (patterns.some((pattern) => pattern.test(sentence))) return sentence
  }
  return undefined
}

/** What is quoted with `>` is somebody else's word. */
function sentencesOf(text: string): readonly string[] {
  const own = text.replace(/^[ \t]{0,8}>.*$/gm, '')
  return own
    .split(/(?<=[.!?。])\s+|\n+/)
    .map((sentence) => sentence.trim().slice(0, 400))
    .filter((sentence) => sentence !== '')
}
