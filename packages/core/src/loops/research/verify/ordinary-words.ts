/** Words that begin a sentence or a label with a capital and are no names. A guess, for what no passage says in small letters. */
import { isFunctionWord } from './function-words.ts'
import { stemOf } from './word-stem.ts'

/** Names of no count, and what stands for many: they begin a sentence without an article. */
const alone = `access advice agriculture aid air anyone art attention bread business butter cargo cash cattle change cheese children
clay coal coffee commerce competition concrete construction copper corn cotton credit crime crop data death debt demand everybody
everyone everything evidence experience export faith farming fire fish fishing flour fog food freight fuel gas glass gold grain
growth health heat help history ice income industry information interest iron kelp knowledge labor labour land language law
leadership legislation life light literature livestock local lunch mail maintenance management marriage material meat media
medicine men milk money mud music nature news night noise nothing office oil opinion opposition order output paper parliament part
pay peace people petrol police policy politics population power practice pressure price production profit progress proof property
rail rain research rest revenue rice rock rubber rum rust safety salt sand school science service sewage shipping silence silver
smoke snow society soil somebody someone something space speed stability staff steam steel stone strike sugar support surplus
tax tea technology theory thought timber time tin tobacco trade tradition traffic training transport travel trial turnout turnover
unrest use value violence war waste water weather wheat wildlife wind wine women wood wool word work youth`
/** Of labels, headings and cells. */
const labels = `aim answer approach area aspect average background basis beginning benefit brief building capacity cause challenge chapter
character city claim closing company comparison conclusion condition consequence construction context core cost country course
criticism culture current date decline design detail development difference distance early effect efficiency end ending
environment era event example fact factor fall feature figure final finding first former form foundation founder founding full
function future general goal government group height impact implication important improvement increase initial issue item key
later layout legacy length level limit limitation link list location long loss main major market mark matter meaning measure
member method milestone minor model modern name new north note notable number objective old open opening operation option origin
outcome outlook overview owner past period person phase place plan point possible present previous primary problem process
project purpose question quick rate reason reception recent recommendation region related relation report response result rise
risk road role route scale scope secondary section see short significance site size social solution source south special start
state status step story strength structure style subject success summary system table takeaway term theme three time timeline
title today tomorrow topic total town trend turn turning two type unit view wage way weight west east width world year`
const adverbs = `afterwards again altogether beforehand besides elsewhere forever hitherto maybe nonetheless notwithstanding nowadays
otherwise overnight regardless sometimes somewhere straightaway thereafter tomorrow tonight twice underneath worldwide yesterday`

const words = new Set([alone, labels, adverbs].flatMap((list) => list.split(/\s+/)).map(stemOf))
/** Endings of words for things, qualities and ways, and of plurals. */
const ending =
  /(?:tion|sion|ment|ness|ity|ism|ance|ence|ship|hood|ology|graphy|ics|ture|age|ing|ed|ly|al|ic|ive|ous|ary|able|ible|ful|less|[^isu]s)$/

/** Given names that end like other words. */
const given = new Set(
  `ahmed alfred allie ally bailey beverly billy browning carly charly cyril ed emily everly fleming fred golding harding holly irving
jared jed keating kelly kimberly lily manfred manning mildred milly mohamed mohammed molly muhammed ned polly reed sally siegfried
sterling ted wilfred willy winifred italy`.split(/\s+/),
)

export function isOrdinaryWord(word: string): boolean {
  const said = word.toLowerCase().replace(/['’]s?$/, '')
  return !given.has(said) && (isFunctionWord(said) || words.has(stemOf(said)) || ending.test(said))
}

/** Whether it may begin a sentence before a name, as `Finally` and `Using` do. */
export function opensSentence(word: string): boolean {
  return isFunctionWord(word) || (/(?:ly|ing|ed)$/.test(word) && !given.has(word.toLowerCase()))
}
