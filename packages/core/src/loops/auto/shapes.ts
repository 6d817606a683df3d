/** Goals whose shape alone says which loop they ask for. What might be meant otherwise has no shape here. */
import { type Asked, rewording } from './asked.ts'
import type { Choice } from './router.ts'

export type Shape = Choice & { readonly fits: (asked: Asked, hasTools: boolean) => boolean }

const talk =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|night)|thanks|thank you|(?:good)?bye|how are you)(?:[ ,]+[\p{L}']+){0,2}[\s.!?]*$/iu

/** `First read it, then count`, each at the head of its clause: not `the first king`, not `next Friday`. */
const sequence =
  /(?:^|[.!?:;,\n]|\b(?:and|please|you|to))\s*first(?:ly)?\b[\s\S]*?(?:[.;,\n]|\band)\s*(?:then|after that|afterwards|next|finally)\b/i

/** A numbered list that is all there is, or that is to be done. Lists below a question are choices. */
const listed =
  /(?:^|\b(?:do|steps?|tasks?|instructions?|procedure)\b[^\n?]*\n)\s*\d{1,3}[.)] [\s\S]*?\n[ \t]*\d{1,3}[.)] /i

const people =
  'wife|husband|spouse|partner|mother|father|parents?|son|daughter|child|brother|sister|director|author|writer|founder|inventor|composer|singer|painter|architect|creator|designer|owner|ceo|president|minister|king|queen|leader|mayor|coach|captain|teacher|actor|actress|winner|person|man|woman'
const places = 'birthplace|capital|country|city|town|place|school|university|company|team|band|film|book|population'
const link = new RegExp(
  String.raw`\b(?:the|whose) (?:[\p{L}-]+ )?(?:${people}|${places}) (?:of|that|who|whom|which|whose|where|in)\b`,
  'giu',
)
const question = /\?|^\W*(?:who|whose|what|where|when|which|how|name|find|tell|in which)\b/i

/** `the wife of the director of Jaws`: one of them has to be known before the other. */
function isChain(text: string): boolean {
  return question.test(text) && [...text.matchAll(link)].length > 1
}

/** A report whose sources are wanted, too; a report of any other kind may be a text like others. */
const citedReport =
  /\bresearch report\b|\breport\b[^.?!]*\b(?:sources|citations|references)\b|\b(?:sourced|cited|referenced) report\b/i

const dates = /\b\d{4}([-/.])\d{1,2}\1\d{1,2}\b|\b\d{1,2}([-/.])\d{1,2}\2\d{2,4}\b|\b(?:24\/7|9\/11)\b/g
const signs = /\d\s*[+*÷^]\s*\(?\s*-?\d|\d\s*% of \d/
const number = String.raw`[\s(]*\d[\d.,\s()]*`
/** Minus and slash stand in ranges and dates, too: they count where nothing else is asked for. */
const expression = new RegExp(
  String.raw`(?:^|\b(?:what(?:['’]s| is)|how much is|calculate|compute|evaluate|solve|work out)\s)${number}(?:[-−+*/×÷^%]${number})+(?:[=?.!]|and\b|$)`,
  'i',
)

function isSum(text: string): boolean {
  const undated = text.replace(dates, '…')
  return signs.test(undated) || expression.test(undated)
}

/** The first that fits wins, if its loop is there. */
export const shapes: readonly Shape[] = [
  { loop: 'direct', why: 'The goal is small talk.', fits: ({ text }) => talk.test(text) },
  {
    loop: 'direct',
    why: 'The goal brings the text that is to be put otherwise.',
    fits: ({ text, hasGivenText }) => hasGivenText && rewording.test(text),
  },
  {
    loop: 'plan-execute',
    why: 'The goal names steps in an order.',
    // A story that ends in a question has an order, too.
    fits: ({ text, isQuestion }) => listed.test(text) || (sequence.test(text) && !isQuestion),
  },
  { loop: 'research', why: 'The goal asks for a report with sources.', fits: ({ text }) => citedReport.test(text) },
  { loop: 'self-ask', why: 'The goal asks for a chain of facts.', fits: ({ text }) => isChain(text) },
  {
    loop: 'cot',
    why: 'The goal is arithmetic, and there are no tools.',
    fits: ({ text }, hasTools) => !hasTools && isSum(text),
  },
  { loop: 'react', why: 'The goal is arithmetic, and there are tools.', fits: ({ text }) => isSum(text) },
]
