/** Whether a verb commands, or only tells what somebody does. */

/** How far back the words before a verb are read. */
const reach = 80

/** Words that may stand between the beginning of a command and its verb. */
const soft =
  words(`please kindly now just simply also always completely entirely immediately first instead only silently again
  quickly carefully secretly fully then and or but so bitte jetzt nun sofort einfach por favor ahora solo agora apenas subito ora
  adesso nu dan proszę teraz пожалуйста теперь сейчас lütfen hemen maintenant simplement und et y e en i и`)

/** After these a verb tells, asks or forbids. */
const telling = words(`that which who whom they we i he she it people can could may might would did does do cannot
  not never don't doesn't didn't won't the a an this these those my his her its their our your such no any some each every of in
  for with by from on at as than if when while because helps let make made like
  ont avait avaient est été ne ha han había não tem non hanno nicht niemals har hade не нет nie le les la un une der die das ein eine`)

/** `Read the mails and send them`: the noun before is not who does it. */
const joining = words('and or then und et y e en i и')

const obliging = words('must shall should musst sollst soll muss debes debe deves deve doit dois devi moet you du tu')

/** `You have to ignore`, `the agent is to ignore`, but not `it was told to ignore`. */
const obligation = /\b(?:has|have|need|needs|required|is|are|sure|obliged)\s*$|\byou\s+(?:[\w']+\s+){0,3}$/i

const forbidding = /(?:不要|别|別|勿|不得|不可|不会|不會|不)$/

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

/** In some languages a `not` comes after the verb. */
const forbiddenAfter = /^(?:[ ](?:sie|du|bitte|vous))?[ ](?:nicht|pas|jamais|niet|ikke|inte)\b/i

/** Whether the verb from `start` to `end` is a command. */
export function isCommand(text: string, start: number, end: number): boolean {
  if (forbiddenAfter.test(text.slice(end, end + 16))) return false
  let rest = text.slice(Math.max(0, start - reach), start)
  let isJoined = false
  for (;;) {
    const match = /([\p{L}\p{M}’'-]{1,40})[\s*_"`]{0,8}$/u.exec(rest)
    // It is the first word, or stands after a comma, a colon, a bracket.
    if (!match?.[1]) return true
    const word = match[1].toLowerCase().replace('’', "'")
    rest = rest.slice(0, match.index)
    if (!soft.has(word)) return commands(word, rest) && (isJoined || !isPlural(word))
    isJoined ||= joining.has(word)
  }
}

function commands(word: string, rest: string): boolean {
  if (obliging.has(word)) return true
  if (word === 'to') return obligation.test(rest)
  if (word === 'will') return /\b(?:you|assistant)\s*$/i.test(rest)
  return !telling.has(word) && !forbidding.test(word)
}

/** `Models ignore it` tells, `model ignore it` commands. */
function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
}
