/** Words that are said around a stay. */

const fillers = new Set(
  (
    'a an the and or also then plus as well any anything something some all in on at to of for from by with during over around about within ' +
    'is are was be am do does did have has had there it that this what which when how where who ' +
    'i i’d i’m me my we we’d us our you your they can could would will shall should may might like want wish need ' +
    'please kindly thanks thank hi hello hey dear look looking find check see show tell give get know search plan planning ' +
    'availability available availabilities vacancy vacancies vacant free open left bookable possible ' +
    'night nights stay stays staying sleep room rooms hotel hotels lodging accommodation bed beds place places somewhere ' +
    'book booking booked fully reserve reservation trip visit come coming go going arrive arriving leave leaving spend ' +
    'cost costs price prices priced rate rates much many cheap expensive ' +
    'starting start begin beginning each apiece ' +
    'wonder wondering hope hoping travelling traveling cheapest be we’re who’s what’s there’s it’s let’s ' +
    'date dates time holiday holidays festival if so just only maybe perhaps again too instead still ones one'
  ).split(' '),
)

/** Whether a word can be left out without a loss. */
export function isFiller(word: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word) || fillers.has(word.toLowerCase().replace("'", '’'))
}

/** Whether a text speaks of a stay at all. */
export function speaksOfStay(text: string): boolean {
  return /\b(?:nights?|rooms?|availab\w+|vacan\w+|hotels?|lodgings?|accommodations?|overnight|check(?:ing)?[ -]?(?:in|out)|stay(?:s|ing)?|beds?|sleep|book(?:ing|ed)?|reserv\w+|free (?:in|on|from|over|for|next|this)|(?:under|below|up to|less than|at most) (?:€ ?)?\d+ ?(?:euros?|eur))\b/i.test(
    text,
  )
}
