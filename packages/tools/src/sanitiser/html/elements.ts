/** What is known of the elements of HTML. */
const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** They hold nothing. */
export const voidElements = set('area base br col embed hr img input link meta param source track wbr')

/** They begin a line of their own. */
export const blocks = set(
  'address article aside blockquote body center details dialog div dl dt dd fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul caption option textarea optgroup search',
)

/** What they hold is never shown. */
export const unshown = set(
  'script style template noscript datalist object audio video canvas iframe applet desc metadata defs annotation annotation-xml noframes noembed rp',
)

/** The beginning of one ends the others. */
export const ends: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', set('li p')],
  ['dt', set('dt dd p')],
  ['dd', set('dt dd p')],
  ['tr', set('tr td th p')],
  ['td', set('td th p')],
  ['th', set('td th p')],
  ['thead', set('tr td th')],
  ['tbody', set('tr td th thead')],
  ['tfoot', set('tr td th tbody')],
  ['option', set('option')],
  ['optgroup', set('option optgroup')],
  ['body', set('head')],
  ...[...blocks]
    .filter((name) => /^(?:p|div|h\d|ul|ol|dl|pre|table|section|article|form|blockquote|hr)$/.test(name))
    .map((name): [string, ReadonlySet<string>] => [name, set('p')]),
])

/** Elements that text of people is written in. Other languages have tags of their own. */
export const common = set(
  'a abbr article aside b big blockquote body br button center cite code del details div dl dt dd em figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd li main mark nav noscript ol p pre q s script section small span strike strong style sub summary sup table tbody td template tfoot th thead tr tt u ul var wbr',
)

export const known: ReadonlySet<string> = new Set([
  ...common,
  ...voidElements,
  ...blocks,
  ...unshown,
  ...set(
    'address bdi bdo data dfn label legend map math meter output picture progress rt ruby samp select slot svg time title',
  ),
])
