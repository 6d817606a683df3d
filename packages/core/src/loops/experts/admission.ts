/** An expert's word that it could not do what it was asked, in some languages. */
import { sentencesIn } from './own-words.ts'

/** What the expert says of its answer, and what it was asked. */
export type OwnWord = {
  readonly confidence: 'high' | 'medium' | 'low'
  readonly gaps: string
  readonly question?: string
}

/** What cannot be done without means: browsing, searching, opening, reaching. */
const means =
  'browse|search|look (?:it |this |that )?up|access|open|read|retrieve|fetch|reach|view|see|check|verify|confirm|determine|find|locate|answer|provide|calculate|compute|complete|perform'
const belongings =
  '(?:access|tools?|means|information|data|abilit(?:y|ies)|capabilit(?:y|ies)|sources?|knowledge|way (?:to|of))'
const words = (most: number) => `(?:[\\p{L}\\p{N}'’-]{1,20} ){0,${most}}`
const excuse = "^[^\\p{L}]{0,4}(?:(?:i am |i['’]m )?(?:sorry|afraid)|unfortunately|regrettably)?[,:;.…—– -]{0,3}"

/** Letters are no word characters to `\b` in most languages. */
function pattern(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${text})(?![\\p{L}\\p{N}])`, 'iu')
}

const english: readonly RegExp[] = [
  pattern(`i ${words(1)}(?:cannot|can ?not|can['’]t|could not|couldn['’]t) ${words(2)}(?:${means})`),
  pattern(
    `i(?: am|['’]m| was) ${words(1)}(?:unable to|not able to|incapable of) ${words(2)}(?:${means}|browsing|searching|accessing|opening)`,
  ),
  pattern(`i (?:have not|haven['’]t) been able to ${words(2)}(?:${means})`),
  pattern(`i (?:did not|didn['’]t) manage to ${words(2)}(?:${means})`),
  pattern(`i ${words(1)}(?:do not|don['’]t|did not|didn['’]t) ${words(1)}have ${words(4)}${belongings}`),
  pattern(`i ${words(1)}(?:have no|lack) ${words(3)}${belongings}`),
  pattern(`i would (?:need|have) to (?:search|browse|look (?:it |this )?up|fetch)`),
  /(?<!\p{L})as an ai(?!\p{L}).{0,60}(?<!\p{L})(?:cannot|can['’]t|unable|no access)(?!\p{L})/iu,
  new RegExp(`${excuse}(?:unable|not able) to ${words(1)}(?:${means})(?!\\p{L})`, 'iu'),
  new RegExp(`${excuse}no ${words(2)}access to(?!\\p{L})`, 'iu'),
]

const germanVerbs =
  '(?:\\p{L}*suchen|\\p{L}*greifen|\\p{L}*öffnen|\\p{L}*rufen|\\p{L}*finden|beantworten|ermitteln|\\p{L}*prüfen|bestimmen|\\p{L}*rechnen|sehen|einsehen|lesen|\\p{L}*laden|recherchieren|nachschlagen|feststellen)'

const german: readonly RegExp[] = [
  pattern(
    `(?:ich (?:kann|konnte|könnte)|(?:kann|konnte|könnte) ich)(?!\\p{L}).{0,80}(?<!\\p{L})(?:nicht|kein(?:e[nrms]?)?)(?!\\p{L}).{0,60}(?<!\\p{L})${germanVerbs}`,
  ),
  pattern(
    '(?:ich (?:habe|hatte)|(?:habe|hatte) ich) (?:\\p{L}+ ){0,2}kein(?:en|e)? (?:[\\p{L}-]+ ){0,2}(?:\\p{L}*zugriff|\\p{L}*zugang|möglichkeit|mittel|informationen|daten|werkzeuge?)',
  ),
  pattern(
    'mir fehl(?:t|en|te|ten) (?:[\\p{L}-]+ ){0,3}(?:\\p{L}*zugriff|\\p{L}*zugang|mittel|informationen|daten|werkzeuge?)',
  ),
  pattern('(?:ich (?:bin|war)|(?:bin|war) ich) (?:\\p{L}+ ){0,2}nicht in der lage'),
  pattern('(?:ist|war) (?:es )?mir (?:\\p{L}+ ){0,2}(?:nicht möglich|unmöglich)'),
]

const frenchVerbs =
  '(?:(?:re)?chercher|accéder|ouvrir|consulter|trouver|répondre|déterminer|vérifier|calculer|voir|lire|naviguer|obtenir|récupérer|confirmer)'

const french: readonly RegExp[] = [
  pattern(
    `je ne (?:peux|pouvais|puis|pourrais|parviens|suis) ${words(1)}pas(?!\\p{L}).{0,50}(?<!\\p{L})${frenchVerbs}`,
  ),
  pattern(
    `je n['’](?:ai|avais) ${words(1)}pas (?:pu ${words(2)}${frenchVerbs}|(?:d['’])?accès|(?:les? |des? |d['’]|assez d['’]){0,2}(?:informations?|données|outils?|moyens?))`,
  ),
  pattern(`je n['’](?:ai|avais) (?:aucun|aucune) (?:accès|information|donnée|outil|moyen)`),
  pattern("je ne dispose (?:\\p{L}+ )?pas (?:des?|d['’]\\p{L}+)"),
  pattern(
    `(?:il m['’]est|il m['’]a été|je suis) (?:\\p{L}+ )?(?:impossible|incapable|dans l['’]impossibilité|dans l['’]incapacité) (?:de |d['’])${words(1)}${frenchVerbs}`,
  ),
]

const spanishVerbs =
  '(?:buscar|acceder|abrir|consultar|encontrar|responder|determinar|verificar|comprobar|calcular|ver|leer|navegar|obtener|confirmar)(?:l[aeo]s?)?'

const spanish: readonly RegExp[] = [
  pattern(
    `no (?:puedo|pude|podría|he podido|logré|he logrado|consigo|conseguí)(?!\\p{L}).{0,50}(?<!\\p{L})${spanishVerbs}`,
  ),
  pattern(`no (?:tengo|tenía) ${words(2)}(?:acceso|información|capacidad|datos|medios|herramientas?)`),
  pattern('no dispongo de|carezco de (?:\\p{L}+ )?(?:acceso|información|datos|medios)'),
  pattern(`no me (?:es|ha sido|fue) posible ${words(1)}${spanishVerbs}`),
  pattern(`no soy capaz de ${words(1)}${spanishVerbs}`),
]

const admissions: readonly RegExp[] = [...english, ...german, ...french, ...spanish]

/** To have found nothing may be all there is to find; of one who says what is missing it is an admission. */
const findings: readonly RegExp[] = [
  pattern(`i (?:have )?found (?:nothing|no ${words(2)}(?:answers?|information|data|sources?|evidence|results?))`),
  pattern('ich (?:habe|konnte) (?:\\p{L}+ ){0,2}nichts (?:\\p{L}+ ){0,4}(?:gefunden|finden)'),
  pattern("je n['’]ai (?:\\p{L}+ )?rien trouvé"),
  pattern('no (?:he encontrado|encontré) (?:nada|(?:ninguna )?(?:información|respuesta))'),
]

/** So much of an answer is looked at: whoever cannot do it says so at the beginning or at the end. */
const looked = 1500

/**
 * The sentence in which an answer admits that it could not; undefined when there is none. Code and quotations are
 * others' words. One who is sure and lacks nothing writes of what cannot be done, or for somebody who cannot: unless
 * the admission is all there is.
 */
export function admissionIn(answer: string, word?: OwnWord): string | undefined {
  const sentences = sentencesIn(answer, looked)
  const isSure = word?.confidence === 'high' && word.gaps === ''
  if (isSure && !isAllAdmission(sentences, word.question ?? '')) return undefined
  const isLacking = word?.confidence === 'low' && word.gaps !== ''
  const sought = isLacking ? [...admissions, ...findings] : admissions
  return sentences.find(({ own }) => isOneOf(sought, own))?.text
}

function isOneOf(patterns: readonly RegExp[], sentence: string): boolean {
  return patterns.some((each) => each.test(sentence))
}

type Sentences = ReturnType<typeof sentencesIn>

/** An answer with so many words or fewer may be an admission and nothing else. */
const fewWords = 50

/** What is said beside an admission: regrets, and where else to look. */
const beside =
  /^[^\p{L}]*(?:(?:i am|i['’]m) sorry|sorry|unfortunately|please|you (?:can|could|may|might)|try|leider|bitte|es tut mir leid|désolée?|malheureusement|veuillez|lo siento|por favor|lamentablemente)(?!\p{L})/iu

/** Who was asked to write or translate something gives a text, and may well be asked for such a one. */
const asksForText =
  /(?<!\p{L})(?:translat|übersetz|tradui|traduc|writ|rewrit|draft|phras|paraphras|rephras|letter|e-?mail|reply to|schreib|formulier|écri|rédig|escrib|redact)/iu

function isAllAdmission(sentences: Sentences, question: string): boolean {
  if (asksForText.test(question)) return false
  const count = sentences.flatMap(({ own }) => own.match(/\p{L}+/gu) ?? []).length
  const isPart = ({ own }: Sentences[number]) => beside.test(own) || isOneOf(admissions, own)
  return count <= fewWords && sentences.every(isPart)
}
